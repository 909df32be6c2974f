import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import type { CheckAnswer } from '#domain/calls/ringing/polling.ts'
import { createServerClock } from '#web/shell/server-clock.ts'
import { createIncomingCalls } from './incoming-calls.ts'
import type { RingTabs, RingTurn } from './ring-leader.ts'

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

/** A browser with this tab alone, or one whose other tabs ring first. */
const fakeTabs = (turn: Promise<RingTurn> = Promise.resolve('first')) => {
  const given: string[] = []
  const over: string[] = []
  const tabs: RingTabs = {
    waitForTurn: () => turn,
    passOn: (callId) => given.push(callId),
    over: (callId) => over.push(callId),
    leave: () => undefined,
    stop: () => undefined,
  }
  return { tabs, given, over }
}

/** A page of a signed-in member with a fake server. */
const page = (pathname = '/', { tabs, given, over } = fakeTabs()) => {
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
      tabs,
    },
    pathname,
  )
  calls.start()
  const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
  return { calls, server, opened, given, over, wait }
}

test('opens one screen for one ring, whether the socket or the poll was first', async () => {
  const { calls, server, opened, wait } = page()
  calls.receive(ring('a'))
  await wait(0)
  expect(opened).toEqual(['a'])
  server.answer = { outcome: 'incoming', info: ring('a') }
  await wait(4)
  expect(opened).toEqual(['a'])
  server.answer = { outcome: 'incoming', info: ring('b', '20261120210504') }
  await wait(2)
  calls.receive(ring('b', '20261120210504'))
  await wait(0)
  expect(opened).toEqual(['a', 'b'])
})

test('applies the same rules to the socket: no stale ring, none on an excluded page', async () => {
  const { calls, opened, wait } = page('/outgoing/video-call')
  calls.receive(ring('a'))
  calls.routeChanged('/')
  calls.receive(ring('b', '20261120210444'))
  await wait(0)
  expect(opened).toEqual([])
  calls.receive(ring('a'))
  await wait(0)
  expect(opened).toEqual(['a'])
})

test('still rings by the socket on a page whose 60 checks are used up', async () => {
  const { calls, server, opened, wait } = page()
  await wait(600)
  expect(server.checks).toBe(60)
  calls.receive(ring('a', '20261120211500'))
  await wait(0)
  expect(opened).toEqual(['a'])
})

test('still rings by the socket on a page that stopped at 500 after an error', async () => {
  const { calls, server, opened, wait } = page()
  server.answer = { outcome: 'error' }
  await wait(10)
  expect(server.checks).toBe(1)
  calls.receive(ring('a', '20261120210510'))
  await wait(0)
  expect(opened).toEqual(['a'])
})

test('shows nothing while another tab rings, also when the ring arrives again', async () => {
  const { calls, opened, wait } = page('/', fakeTabs(new Promise(() => undefined)))
  calls.receive(ring('a'))
  calls.receive(ring('a'))
  await wait(8)
  expect(opened).toEqual([])
})

test('asks first whether it still rings, in a tab that takes over', async () => {
  const still = page('/', fakeTabs(Promise.resolve('next')))
  still.server.answer = { outcome: 'incoming', info: ring('a', '20261120210500') }
  still.calls.receive(ring('a'))
  await still.wait(0)
  expect(still.opened).toEqual(['a'])

  const answered = page('/', fakeTabs(Promise.resolve('next')))
  answered.calls.receive(ring('a'))
  await answered.wait(0)
  expect(answered.opened).toEqual([])
  expect(answered.given).toEqual(['a'])
})

test('passes its turn on, in a tab that has moved to an excluded page meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<RingTurn>()
  const { calls, server, opened, given, wait } = page('/', fakeTabs(promise))
  server.answer = { outcome: 'incoming', info: ring('a') }
  calls.receive(ring('a'))
  calls.routeChanged('/outgoing/voice-call')
  resolve('next')
  await wait(0)
  expect(opened).toEqual([])
  expect(given).toEqual(['a'])
})

test('ends a ring in every tab', () => {
  const { calls, over } = page()
  calls.over('a')
  expect(over).toEqual(['a'])
})

test('makes no more requests after the page is gone', async () => {
  const { calls, server, wait } = page()
  await wait(4)
  calls.stop()
  await wait(60)
  expect(server.checks).toBe(2)
})

test('uses the server’s clock on a device whose clock is wrong', () => {
  const clock = createServerClock()
  clock.sync('Fri, 20 Nov 2026 12:35:00 GMT', evening, evening + 80)
  expect(Math.abs(clock.now() - (evening + 30 * 60_000))).toBeLessThan(1_000)
})

test('ignores a difference within the header’s own resolution, and an absent header', () => {
  const clock = createServerClock()
  clock.sync('Fri, 20 Nov 2026 12:05:01 GMT', evening, evening + 80)
  clock.sync(null, evening, evening)
  expect(clock.now()).toBe(evening)
})
