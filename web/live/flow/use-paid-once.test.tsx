// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  buttonsOf,
  closePages,
  type FakeAnswers,
  memberSession,
  nameOf,
  openPage,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { emptyFlow } from './flow-model.ts'
import { LiveFlowPanel } from './live-flow.tsx'

afterEach(closePages)

const presentPath = '/api/pay-present-menu-point'
const menuPath = '/api/pay-lovense-menu-point'
const commentPath = '/api/pay-second-side-watch-chat-point'
const lost = { status: 502, body: {} }
const refusedWith = (code: string) => ({ status: 409, body: { type: 'error', code, message: code } })

const presentOf = (presentId: string, name: string, points: number) => ({
  ...{ presentId, name, points, picture: `/presents/${presentId}.svg` },
})
const orderOf = (state: 'waiting' | 'done') => ({
  ...{ orderId: 'order', menuId: 'a', name: '手をふる', points: 100, state, isMine: true },
  ...{ at: '2026-11-23T12:00:00.000Z', memberName: '太郎' },
})
const given = { body: { type: 'success', entry: { seq: 1 }, point: 0 } }
const ordered = (state: 'waiting' | 'done' = 'waiting') => ({
  body: { type: 'success', order: orderOf(state), point: 0 },
})

/** Every test is in a room of its own: what has no answer is kept for its room. */
let roomId = ''
beforeEach(() => {
  roomId = crypto.randomUUID()
})

const open = async (answers: FakeAnswers) => {
  const all: FakeAnswers = {
    '/api/get-present-menu-list': {
      body: { type: 'success', presents: [presentOf('rose', 'バラ', 10), presentOf('cake', 'ケーキ', 100)] },
    },
    '/api/get-lovense-menu-list': {
      body: {
        ...{ type: 'success', isPaused: false },
        items: [
          { menuId: 'a', name: '手をふる', points: 100, seconds: 10 },
          { menuId: 'b', name: 'うたう', points: 200, seconds: 10 },
        ],
      },
    },
    ...answers,
  }
  const add = vi.fn()
  const updateOrders = vi.fn()
  const page = await openPage(
    <LiveFlowPanel
      live={{
        ...{ roomId, add, updateOrders, failure: null },
        flow: { ...emptyFlow, isLoaded: true, role: 'watcher', commentPoints: 30 },
        ...{ bonusReceived: () => undefined, reload: () => undefined },
      }}
      broadcasterId="9"
      onNeedPoints={() => undefined}
    />,
    { session: memberSession, answers: all },
  )
  const has = (name: string) => page.until(() => expect(buttonsOf().map(nameOf)).toContain(name))
  const bodies = (path: string) =>
    page.requests.flatMap((each) => (each.path === path ? [each.body as Record<string, unknown>] : []))
  /** Presses a button that pays, and waits until its answer was taken in. */
  const pay = async (path: string, name: string) => {
    const before = bodies(path).length
    await page.press(name)
    await page.until(() => {
      expect(bodies(path)).toHaveLength(before + 1)
      expect(document.querySelector('[aria-busy]')).toBeNull()
    })
  }
  return { ...page, all, add, updateOrders, has, pay, bodies }
}

const openPresents = async (answers: FakeAnswers) => {
  const page = await open({ [presentPath]: lost, ...answers })
  const pick = async (name: string) => {
    await page.has(name)
    await page.press(name)
  }
  return {
    ...page,
    pick,
    give: (name: string) => page.pay(presentPath, name),
    ids: () => page.bodies(presentPath).map(({ giftId }) => giftId),
  }
}

it('a present without an answer is the same one from a new sheet, after another one and after a detour', async () => {
  const page = await openPresents({})
  await page.pick('バラ10pt')
  await page.give('10ptで贈る')
  await page.press('閉じる')
  await page.pick('バラ10pt')
  await page.give('10ptで贈る')
  await page.pick('ケーキ100pt')
  await page.give('100ptで贈る')
  await page.pick('バラ10pt')
  await page.press('増やす')
  await page.give('20ptで贈る')
  await page.press('減らす')
  await page.give('10ptで贈る')
  const [first, reopened, other, two, again] = page.ids()
  expect([reopened, again]).toEqual([first, first])
  expect(new Set([first, other, two]).size).toBe(3)
})

it('a present without an answer is the same one when its member comes back to the room', async () => {
  const page = await openPresents({})
  await page.pick('バラ10pt')
  await page.give('10ptで贈る')
  await closePages()
  const later = await openPresents({})
  await later.pick('バラ10pt')
  await later.give('10ptで贈る')
  expect(later.ids()).toEqual(page.ids())
})

it.each([
  ['given', 2, given],
  ['known as something else', 2, refusedWith('idempotencyMismatch')],
  // A refusal doesn't tell what became of the request that got lost.
  ['refused', 1, refusedWith('tooManyRequests')],
] as const)(
  'a present without an answer whose repetition is %s was sent under %i ids in the end',
  async (_, ids, answer) => {
    const page = await openPresents({})
    await page.pick('バラ10pt')
    await page.give('10ptで贈る')
    page.all[presentPath] = answer
    await page.give('10ptで贈る')
    await page.give('10ptで贈る')
    const [first, again, next] = page.ids()
    expect(again).toBe(first)
    expect(new Set([first, next]).size).toBe(ids)
  },
)

it('a sheet stays open while a present is on its way, and nothing else is chosen', async () => {
  const page = await openPresents({ [presentPath]: given })
  await page.pick('バラ10pt')
  const answerNow = fetch
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (to: string, init?: RequestInit) => {
    await promise
    return answerNow(to, init)
  })
  await page.press('10ptで贈る')
  await page.until(() => expect(document.querySelector('[aria-busy]')).not.toBeNull())
  await page.press('閉じる')
  await page.press('ケーキ100pt')
  expect(buttonsOf().map(nameOf)).toContain('10ptで贈る')
  await act(async () => resolve())
  await page.until(() => {
    expect(page.add).toHaveBeenCalledOnce()
    expect(document.querySelector('[aria-busy]')).toBeNull()
  })
  await page.pick('ケーキ100pt')
  expect(buttonsOf().map(nameOf)).toContain('100ptで贈る')
  await page.press('閉じる')
  expect(document.querySelector('dialog')).toBeNull()
})

const openMenu = async (answers: FakeAnswers) => {
  const page = await open({ [menuPath]: lost, ...answers })
  await page.has('メニュー')
  await page.press('メニュー')
  return {
    ...page,
    order: (name: string) => page.pay(menuPath, name),
    hideName: () => page.pressElement(document.querySelector<HTMLElement>('[type="checkbox"]') ?? undefined),
    ids: () => page.bodies(menuPath).map(({ orderId }) => orderId),
  }
}

it('an order without an answer is the same one after another one and from a new sheet', async () => {
  const page = await openMenu({})
  await page.order('100pt')
  await page.order('200pt')
  await page.order('100pt')
  await page.press('閉じる')
  await page.press('メニュー')
  await page.order('100pt')
  const [first, other, again, reopened] = page.ids()
  expect([again, reopened]).toEqual([first, first])
  expect(other).not.toBe(first)
})

it('an order without a name is another one than the same with a name', async () => {
  const page = await openMenu({})
  await page.order('100pt')
  await page.hideName()
  await page.order('100pt')
  await page.hideName()
  await page.order('100pt')
  const [named, nameless, again] = page.ids()
  expect(nameless).not.toBe(named)
  expect(again).toBe(named)
})

it('an order that was carried out before its answer came is not in the queue', async () => {
  const page = await openMenu({})
  await page.order('100pt')
  page.all[menuPath] = ordered('done')
  await page.order('100pt')
  expect(page.updateOrders).toHaveBeenLastCalledWith([])
  page.all[menuPath] = ordered()
  await page.order('100pt')
  expect(page.updateOrders).toHaveBeenLastCalledWith([orderOf('waiting')])
})

it('a comment without an answer is the same one after another text', async () => {
  const page = await open({ [commentPath]: lost })
  const field = () => document.querySelector('input[aria-label="コメント"]') as HTMLInputElement
  for (const text of ['あ', 'い', 'あ']) {
    await typeInto(field(), text)
    await page.pay(commentPath, '送信30pt')
  }
  const [first, other, again] = page.bodies(commentPath).map(({ commentId }) => commentId)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
