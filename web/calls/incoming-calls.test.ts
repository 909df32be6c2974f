import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IncomingCallInfo } from '../../contract/calls.ts'
import type { CheckAnswer } from '../../domain/calls/polling.ts'
import { createIncomingCalls } from './incoming-calls.ts'
import { createServerClock } from './server-clock.ts'

// 2026-11-20 21:05:00 in Tokyo.
const evening = Date.UTC(2026, 10, 20, 12, 5, 0)

beforeEach(() => {
  vi.useFakeTimers({ now: evening })
})
afterEach(() => {
  vi.useRealTimers()
})

const ring = (channelId: string, date = '20261120210500'): IncomingCallInfo => ({
  sender_id: '10000001',
  app_id: 'koyoi',
  rtm_channel_token: 'room',
  rtc_channel_token: 'bearer',
  channel_id: channelId,
  call_type: 'video',
  date,
  is_partner_in_second_apps: false,
})

/** A page of a signed-in member; the server is a fake. */
const page = (pathname = '/') => {
  const opened: string[] = []
  const server = { answer: { outcome: 'nothing' } as CheckAnswer, checks: 0 }
  const calls = createIncomingCalls(
    {
      check: async () => {
        server.checks += 1
        return server.answer
      },
      hasSession: () => true,
      serverNow: () => Date.now(),
      open: (info) => opened.push(info.channel_id),
    },
    pathname,
  )
  calls.start()
  return { calls, server, opened, wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000) }
}

test('one ring opens one screen, whether the socket or the poll was first', async () => {
  const { calls, server, opened, wait } = page()
  calls.hear(ring('a'))
  expect(opened).toEqual(['a'])
  server.answer = { outcome: 'incoming', info: ring('a') }
  await wait(4)
  expect(opened).toEqual(['a'])
  server.answer = { outcome: 'incoming', info: ring('b', '20261120210504') }
  await wait(2)
  calls.hear(ring('b', '20261120210504'))
  expect(opened).toEqual(['a', 'b'])
})

test('the socket obeys the same rules: no stale ring, none on an excluded page', async () => {
  const { calls, opened } = page('/outgoing/video-call')
  calls.hear(ring('a'))
  calls.routeChanged('/')
  calls.hear(ring('b', '20261120210444'))
  expect(opened).toEqual([])
  calls.hear(ring('a'))
  expect(opened).toEqual(['a'])
})

test('a page that is taken down asks no more', async () => {
  const { calls, server, wait } = page()
  await wait(4)
  calls.stop()
  await wait(60)
  expect(server.checks).toBe(2)
})

test('a device whose clock is wrong goes by the server’s', () => {
  const clock = createServerClock()
  clock.note('Fri, 20 Nov 2026 12:35:00 GMT', evening, evening + 80)
  expect(Math.abs(clock.now() - (evening + 30 * 60_000))).toBeLessThan(1_000)
})

test('a difference within the header’s own blur is none, and no header is no news', () => {
  const clock = createServerClock()
  clock.note('Fri, 20 Nov 2026 12:05:01 GMT', evening, evening + 80)
  clock.note(null, evening, evening)
  expect(clock.now()).toBe(evening)
})
