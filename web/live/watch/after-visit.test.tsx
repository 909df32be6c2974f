// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import type { CallView } from '#web/calls/session/call-view.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { AfterVisit } from './after-visit.tsx'

afterEach(closePages)

const callId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a12'
const room: LiveRoomView = {
  ...{ roomId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11', title: '夜の雑談', tags: [], watchers: 3 },
  broadcaster: { id: '10482737', name: 'みお', avatarId: null },
  startedAt: '2026-11-23T12:00:00.000Z',
  rates: { watch: 200, call: null },
  ...{ isInLiveCall: false, endReason: null, commentPoints: 20, freeLookMs: 0, myCallId: null },
  ...{ isModerator: false, isKicked: false },
}

const viewOf = (type: 'pointless' | 'others', connectedAt: string | null) =>
  ({
    stage: { name: 'ended', info: { type, message: '視聴を終了しました。' } },
    call: {
      ...{ callId, origin: 'sideWatch', connectedAt, callDurationSec: 18 },
      ...{ charged: 40, ratePointsPerMin: 200 },
    },
  }) as unknown as CallView

const open = (view: CallView, { isFreeLook = false, spendCap = null as number | null, points = 0 } = {}) =>
  openPage(
    <AfterVisit
      room={room}
      neighbours={{ previous: null, next: null }}
      view={view}
      visit={{ ratePointsPerMin: 200, spendCap, isFreeLook }}
      onAgain={() => undefined}
    />,
    {
      session: memberSession,
      answers: {
        '/api/get-my-point': { body: { type: 'success', point: 0 } },
        '/api/get-visit-payments': {
          body: {
            type: 'success',
            payments: points > 0 ? [{ kind: 'present', name: 'お花', quantity: 1, points }] : [],
          },
        },
      },
    },
  )

const said = () => document.querySelector('[role="status"]')?.textContent?.replaceAll(/\s/g, '')
const started = '2026-11-23T12:00:10.000Z'

it('says how the visit ended and what it cost, with the way to the receipt', async () => {
  const page = await open(viewOf('others', started), { points: 50 })
  await page.until(() => expect(said()).toBe('視聴を終了しました。視聴18秒・40pt配信でのご利用50pt明細'))
  expect(document.querySelector('dialog')).toBeNull()
})

it('brings the charge up in place when the points are used up', async () => {
  const page = await open(viewOf('pointless', started))
  await page.until(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('ポイントが不足しています'),
  )
})

it.each([
  ['alone', 0, 50],
  ['with what was paid in the room', 50, 100],
])(
  'says that the own limit is reached by the meter %s, and offers no charge',
  async (_, points, spendCap) => {
    const page = await open(viewOf('pointless', started), { points, spendCap })
    await page.until(() => expect(said()).toContain('あなたが決めた上限になったため、視聴を終えました。'))
    expect(document.querySelector('dialog')).toBeNull()
  },
)

it('brings the charge up when the points are used up below the own limit', async () => {
  const page = await open(viewOf('pointless', started), { points: 50, spendCap: 300 })
  await page.until(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('ポイントが不足しています'),
  )
})

it('offers no charge after a free look', async () => {
  const page = await open(viewOf('pointless', started), { isFreeLook: true })
  await page.until(() => expect(said()).toBe('無料でご覧いただけるのは、ここまでです。'))
  expect(document.querySelector('dialog')).toBeNull()
})

it('names what was paid in a visit that ended before anything had arrived, with the way to its receipt', async () => {
  const page = await open(viewOf('others', null), { points: 50 })
  await page.until(() => expect(said()).toBe('視聴を終了しました。配信でのご利用50pt明細'))
})

it('leads to no receipt where nothing arrived and nothing was paid', async () => {
  const page = await open(viewOf('others', null))
  await page.until(() => expect(page.requests.map(({ path }) => path)).toContain('/api/get-visit-payments'))
  expect(said()).toBe('視聴を終了しました。')
})
