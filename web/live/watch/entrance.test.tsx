// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import type { Visit } from '#web/calls/session/call-entry.ts'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { Entrance } from './entrance.tsx'

afterEach(closePages)

const room: LiveRoomView = {
  ...{ roomId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11', title: '夜の雑談', tags: ['雑談'], watchers: 3 },
  broadcaster: { id: '10482737', name: 'みお', avatarId: null },
  startedAt: '2026-11-23T12:00:00.000Z',
  rates: { watch: 180, call: 300 },
  ...{ isInLiveCall: false, endReason: null, commentPoints: 20, freeLookMs: 10_000, myCallId: null },
  ...{ isModerator: false, isKicked: false },
}

const open = async (change: Partial<LiveRoomView> = {}, point = 1_200) => {
  const entered: Visit[] = []
  const page = await openPage(
    <Entrance
      room={{ ...room, ...change }}
      neighbours={{ previous: null, next: null }}
      onEnter={(visit) => entered.push(visit)}
    />,
    { session: memberSession, answers: { '/api/get-my-point': { body: { type: 'success', point } } } },
  )
  await page.until(() => expect(prices()).toContainEqual(['ポイント残高', expect.any(String)]))
  return { ...page, entered }
}

const prices = () =>
  [...document.querySelectorAll('dl div')].map((line) =>
    ['dt', 'dd'].map((part) => line.querySelector(part)?.textContent?.replaceAll(/\s/g, '')),
  )
const names = () => buttonsOf().map((button) => nameOf(button).replaceAll(/\s/g, ''))
const buttonOf = (name: string) => buttonsOf().find((button) => nameOf(button).replaceAll(/\s/g, '') === name)

it('says what everything costs and what is left, and the button bears the price', async () => {
  const page = await open()
  expect(prices()).toEqual([
    ['視聴', '180pt/分'],
    ['コメント', '20pt'],
    ['プレゼント', '50〜500pt'],
    ['ビデオチャット', '300pt/分'],
    ['ポイント残高', '1,200pt'],
  ])
  await page.press('500pt')
  await page.pressElement(buttonOf('視聴する180pt/分'))
  await page.pressElement(buttonOf('10秒だけ無料でのぞく'))
  expect(page.entered).toEqual([
    { ratePointsPerMin: 180, spendCap: 500, isFreeLook: false },
    { ratePointsPerMin: 180, spendCap: 500, isFreeLook: true },
  ])
})

it('offers no look that was used, and points where there are too few for one increment', async () => {
  await open({ freeLookMs: 0 }, 17)
  expect(names()).toContain('ポイントを購入して視聴する')
  expect(names().filter((name) => /視聴する180|無料/.test(name))).toEqual([])
})

it.each([
  ['who was put out', { isKicked: true }, 'この配信は、ご覧いただけません。'],
  ['a room that is over', { endReason: 'byBroadcaster' }, '配信者が配信を終えました。'],
] as const)('has no way in for %s', async (_, change, text) => {
  await open(change)
  expect(document.body.textContent).toContain(text)
  expect(names().filter((name) => /視聴する|無料/.test(name))).toEqual([])
})
