// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnLive } from '#contract/live/rooms.ts'
import { socketHub } from '#web/realtime/socket.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { OnAir } from './on-air.tsx'

const server = vi.hoisted(() => ({ handlers: new Map<string, (news: object) => void>() }))
vi.mock('socket.io-client', () => ({
  io: () => ({
    ...{ connected: true, active: true, io: { on: () => undefined, off: () => undefined } },
    ...{ emit: () => undefined, disconnect: () => undefined },
    on: (name: string, handler: (news: object) => void) => server.handlers.set(name, handler),
  }),
}))

beforeEach(() => socketHub.open())
afterEach(async () => {
  await closePages()
  socketHub.close()
  server.handlers.clear()
})

const roomId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11'
const otherRoomId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a12'
const minuteMs = 60_000
const instantIn = (ms: number) => new Date(Date.now() + ms).toISOString()

const ownLive = (leftMs: number): OwnLive => ({
  room: {
    ...{ roomId, title: '夜のおしゃべり', tags: [], startedAt: instantIn(-minuteMs), watchers: 3 },
    broadcaster: { id: memberSession.user.id, name: 'みお', avatarId: null },
    rates: { watch: 200, call: 300 },
    ...{ isInLiveCall: false, endReason: null, commentPoints: 20, freeLookMs: 0, myCallId: null },
    ...{ isModerator: false, isKicked: false },
  },
  source: 'encoder',
  isOnAir: true,
  endsAt: instantIn(leftMs),
  summary: {
    ...{ roomId, title: '夜のおしゃべり', startedAt: instantIn(-minuteMs), endedAt: null, endReason: null },
    ...{ watchers: 3, peakWatchers: 3, watchedMinutes: 4, newFavourites: 0 },
    earned: { watch: 300, liveCall: 0, comments: 0, presents: 0, menus: 0 },
  },
})

const openOnAir = async (leftMs: number) => {
  const page = await openPage(
    <OnAir
      live={ownLive(leftMs)}
      devices={{ media: null, retry: () => undefined }}
      firstTokens={null}
      onTaken={() => undefined}
      onEnded={() => undefined}
    />,
    { session: memberSession },
  )
  await page.until(() => expect(server.handlers.has('live:limit-near')).toBe(true))
  return page
}

/** What the page tells of itself, as it is read out. */
const warnings = () =>
  [...document.querySelectorAll('[role="status"]')]
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes('今日の配信時間'))
const serverSays = (news: { roomId: string; endsAt: string }) =>
  act(async () => server.handlers.get('live:limit-near')?.(news))

it('shows the time that is left of the day, without a warning', async () => {
  await openOnAir(90.5 * minuteMs)
  expect(document.body.textContent).toContain('今日の残り 1時間30分')
  expect(warnings()).toEqual([])
})

it('warns in the last ten minutes', async () => {
  await openOnAir(9.5 * minuteMs)
  expect(warnings()).toEqual(['今日の配信時間は残り9分です'])
  expect(document.body.textContent).not.toContain('今日の残り')
})

it('warns when the server says so, and not for another room', async () => {
  await openOnAir(12.5 * minuteMs)
  await serverSays({ roomId: otherRoomId, endsAt: instantIn(10 * minuteMs) })
  expect(warnings()).toEqual([])
  await serverSays({ roomId, endsAt: instantIn(12.5 * minuteMs) })
  expect(warnings()).toEqual(['今日の配信時間は残り12分です'])
})
