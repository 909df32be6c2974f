import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import type { LineOptions } from '../media/link/preconnected-line.ts'

const opened: (LineOptions & { closed: number })[] = []
const over = new Set<(event: { channel_id: string }) => void>()
let grants = 0

vi.mock('../media/link/preconnected-line.ts', () => ({
  openPreconnectedLine: (options: LineOptions) => {
    const line = { ...options, closed: 0, close: () => (line.closed += 1) }
    opened.push(line)
    return line
  },
}))
vi.mock('../media/local-media.ts', () => ({
  grantedDevices: async () => {
    grants += 1
    return { microphone: true, camera: true }
  },
}))
vi.mock('#web/realtime/socket.ts', () => ({
  socketHub: {
    on: (_name: string, listener: (event: { channel_id: string }) => void) => {
      over.add(listener)
      return () => over.delete(listener)
    },
  },
}))

/** As a page that was just opened has it. */
const fresh = async () => (await import('./preopened-line.ts')).preopenedLine

const ring = (channel_id: string, call_type: IncomingCallInfo['call_type'] = 'video') =>
  ({ channel_id, call_type }) as IncomingCallInfo
const wish = (callId: string): LineOptions => ({ callId, iceServers: [], kind: 'video' })
const endOf = (channel_id: string) => {
  for (const listener of [...over]) listener({ channel_id })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  opened.length = 0
  over.clear()
  grants = 0
})
afterEach(() => vi.useRealTimers())

it('opens the line of a ring once, of its kind, and hands it to the screen', async () => {
  const ahead = await fresh()
  ahead.open(ring('call-1', 'voice'))
  ahead.open(ring('call-1', 'voice'))
  expect(opened).toMatchObject([{ callId: 'call-1', kind: 'voice' }])
  expect(ahead.take(wish('call-1'))).toBe(opened[0])
  // It is the screen's now.
  endOf('call-1')
  expect(opened[0]?.closed).toBe(0)
  ahead.take(wish('call-1'))
  expect(opened).toHaveLength(2)
})

it('opens none for a live call, nor for a ring whose screen was faster', async () => {
  const ahead = await fresh()
  ahead.open(ring('call-1', 'live'))
  expect(opened).toEqual([])
  ahead.take(wish('call-2'))
  ahead.open(ring('call-2'))
  expect(opened).toHaveLength(1)
})

it.each([
  ['is over', () => endOf('call-1')],
  ['may ring no longer', () => vi.advanceTimersByTime(30_000)],
  ['gives way to the next ring', async () => (await fresh()).open(ring('call-2'))],
] as const)('closes a line that no screen has taken when its call %s', async (_what, end) => {
  const ahead = await fresh()
  ahead.open(ring('call-1'))
  expect(ahead.rings('call-1')).toBe(true)
  endOf('another')
  await end()
  expect([opened[0]?.closed, ahead.rings('call-1')]).toEqual([1, false])
  expect(over.size).toBe(opened.length - 1)
})

it('asks for the permissions with the ring, and anew for anything else', async () => {
  const ahead = await fresh()
  ahead.open(ring('call-1'))
  await ahead.granted('call-1')
  expect(grants).toBe(1)
  await ahead.granted(null)
  await ahead.granted('call-2')
  endOf('call-1')
  await ahead.granted('call-1')
  expect(grants).toBe(4)
  expect(ahead.rings(null)).toBe(false)
})
