import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallSendingTeller } from './call-sending.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const on = { microphone: true, camera: true }
const muted = { microphone: false, camera: true }

/** A socket that answers as it is told, and never while it is down. */
const begin = () => {
  const socket = { told: [] as string[], answer: true as boolean | null }
  const teller = createCallSendingTeller(({ sending }, answer) => {
    socket.told.push(sending.microphone ? 'on' : 'muted')
    if (socket.answer !== null) answer(socket.answer)
  })
  return { socket, teller }
}

test('tells a change at once, and of several only the last one after a pause', () => {
  const { socket, teller } = begin()
  teller.tell('call', on)
  teller.tell('call', muted)
  teller.tell('call', on)
  teller.tell('call', muted)
  expect(socket.told).toEqual(['on'])
  vi.advanceTimersByTime(250)
  expect(socket.told).toEqual(['on', 'muted'])
  teller.tell('call', { ...muted })
  vi.advanceTimersByTime(60_000)
  expect(socket.told).toEqual(['on', 'muted'])
})

test('tells again what the server refused, and after each reconnection', () => {
  const { socket, teller } = begin()
  socket.answer = false
  teller.tell('call', muted)
  vi.advanceTimersByTime(1_000)
  expect(socket.told).toEqual(['muted', 'muted'])
  socket.answer = true
  vi.advanceTimersByTime(1_000)
  expect(socket.told).toHaveLength(3)
  socket.answer = null
  teller.again()
  expect(socket.told).toHaveLength(4)
  teller.stop()
  teller.again()
  vi.advanceTimersByTime(60_000)
  expect(socket.told).toHaveLength(4)
})
