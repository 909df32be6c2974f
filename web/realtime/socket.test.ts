// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSocketHub } from './socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Listener = (...args: unknown[]) => void

const emitter = () => {
  const listeners: Record<string, Listener[]> = {}
  return {
    on: (name: string, listener: Listener) => {
      listeners[name] = [...(listeners[name] ?? []), listener]
    },
    off: (name: string) => {
      listeners[name] = []
    },
    handle: (name: string, ...args: unknown[]) => {
      for (const listener of listeners[name] ?? []) listener(...args)
    },
  }
}

/** A socket without a network; the library's own reconnecting is not part of it. */
const fakeSocket = () => {
  const { on, handle } = emitter()
  const io = emitter()
  const socket = {
    on,
    io,
    connected: false,
    active: true,
    sent: [] as unknown[],
    connects: 0,
    isDisconnected: false,
    answers: [] as unknown[],
    emit: (name: string, body?: unknown, answer?: unknown) => {
      socket.sent.push(body === undefined ? name : [name, body])
      socket.answers.push(answer)
    },
    connect: () => {
      socket.connects += 1
    },
    disconnect: () => {
      socket.isDisconnected = true
      socket.connected = false
    },
    handle,
    comeUp: () => {
      socket.connected = true
      handle('connect')
    },
  }
  return socket
}

const opened = async () => {
  const socket = fakeSocket()
  const hub = createSocketHub(async () => socket as unknown as never)
  hub.open()
  await vi.advanceTimersByTimeAsync(0)
  return { socket, hub }
}

test('sends a heartbeat every 20 s while it is up, and with each of the server’s pings', async () => {
  const { socket } = await opened()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(socket.sent).toEqual([])
  socket.comeUp()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(socket.sent).toEqual(['presence:beat', 'presence:beat'])
  socket.io.handle('ping')
  expect(socket.sent).toHaveLength(3)
})

test('passes events to the listeners until they stop', async () => {
  const { socket, hub } = await opened()
  const received: unknown[] = []
  const stop = hub.on('point:changed', (change) => received.push(change))
  socket.handle('point:changed', { point: 300 })
  stop()
  socket.handle('point:changed', { point: 200 })
  expect(received).toEqual([{ point: 300 }])
})

test('joins the room of the call, and again each time it connects', async () => {
  const { socket, hub } = await opened()
  let ups = 0
  hub.onUp(() => {
    ups += 1
  })
  hub.joinCall('call-1', 'room')
  socket.comeUp()
  socket.comeUp()
  hub.leaveCall()
  socket.comeUp()
  const joined = ['call:join', { callId: 'call-1', token: 'room' }]
  expect(socket.sent).toEqual([joined, joined])
  expect(ups).toBe(3)
})

test('tells when the server has answered a join, not when it was sent', async () => {
  const { socket, hub } = await opened()
  let joins = 0
  const stop = hub.onJoined(() => {
    joins += 1
  })
  socket.comeUp()
  hub.joinCall('call-1', 'room')
  const answer = () => (socket.answers.at(-1) as (isIn: boolean) => void)(true)
  expect(joins).toBe(0)
  answer()
  expect(joins).toBe(1)
  socket.comeUp()
  expect(joins).toBe(1)
  answer()
  expect(joins).toBe(2)
  stop()
  socket.comeUp()
  answer()
  expect(joins).toBe(2)
})

test('names the members whom the page shows, and again each time it connects', async () => {
  const { socket, hub } = await opened()
  const handle = () => undefined
  hub.watchPeople(['1', '2'], handle)
  expect(socket.sent).toEqual([])
  socket.comeUp()
  hub.watchPeople(['3'], handle)
  socket.comeUp()
  expect(socket.sent).toEqual([
    ['presence:watch', ['1', '2']],
    ['presence:watch', ['3']],
    ['presence:watch', ['3']],
  ])
})

test('connects again after the server refused', async () => {
  const { socket } = await opened()
  socket.handle('connect_error')
  expect(socket.connects).toBe(0)
  socket.active = false
  socket.handle('connect_error')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(socket.connects).toBe(1)
})

test('reconnects a moment after the server disconnected, and not after the page itself did', async () => {
  const { hub, socket } = await opened()
  socket.active = false
  socket.handle('disconnect', 'io client disconnect')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(socket.connects).toBe(0)
  socket.handle('disconnect', 'io server disconnect')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(socket.connects).toBe(1)
  socket.handle('disconnect', 'io server disconnect')
  hub.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(socket.connects).toBe(1)
})

test('closes a socket that arrives after the page has closed it', async () => {
  const socket = fakeSocket()
  const hub = createSocketHub(async () => socket as unknown as never)
  hub.open()
  hub.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(socket.isDisconnected).toBe(true)
  expect(hub.isUp()).toBe(false)
})

const failingOnce = () => {
  const socket = fakeSocket()
  let fetches = 0
  const hub = createSocketHub(async () => {
    fetches += 1
    if (fetches === 1) throw new TypeError('Failed to fetch')
    return socket as unknown as never
  })
  return { socket, hub, fetches: () => fetches }
}

test('loads its code again when it could not be fetched', async () => {
  const { socket, hub } = failingOnce()
  hub.open()
  await vi.advanceTimersByTimeAsync(10_000)
  socket.comeUp()
  expect(hub.isUp()).toBe(true)
})

test('loads its code no more for an opening that is over', async () => {
  const { hub, fetches } = failingOnce()
  hub.open()
  await vi.advanceTimersByTimeAsync(0)
  hub.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches()).toBe(1)
  hub.open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches()).toBe(2)
})
