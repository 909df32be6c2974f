import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallSendingReporter } from './call-sending.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const on = { microphone: true, camera: true }
const muted = { microphone: false, camera: true }

/** A socket that answers as it is told, and never while it is down. */
const begin = () => {
  const socket = { sent: [] as string[], answer: true as boolean | null }
  const reporter = createCallSendingReporter(({ sending }, answer) => {
    socket.sent.push(sending.microphone ? 'on' : 'muted')
    if (socket.answer !== null) answer(socket.answer)
  })
  return { socket, teller: reporter }
}

test('tells a change at once, and of several only the last one after a pause', () => {
  const { socket, teller: reporter } = begin()
  reporter.set('call', on)
  reporter.set('call', muted)
  reporter.set('call', on)
  reporter.set('call', muted)
  expect(socket.sent).toEqual(['on'])
  vi.advanceTimersByTime(250)
  expect(socket.sent).toEqual(['on', 'muted'])
  reporter.set('call', { ...muted })
  vi.advanceTimersByTime(60_000)
  expect(socket.sent).toEqual(['on', 'muted'])
})

test('tells again what the server refused, and after each reconnection', () => {
  const { socket, teller: reporter } = begin()
  socket.answer = false
  reporter.set('call', muted)
  vi.advanceTimersByTime(1_000)
  expect(socket.sent).toEqual(['muted', 'muted'])
  socket.answer = true
  vi.advanceTimersByTime(1_000)
  expect(socket.sent).toHaveLength(3)
  socket.answer = null
  reporter.again()
  expect(socket.sent).toHaveLength(4)
  reporter.stop()
  reporter.again()
  vi.advanceTimersByTime(60_000)
  expect(socket.sent).toHaveLength(4)
})
