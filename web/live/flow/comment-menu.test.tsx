// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { FlowEntry } from '#contract/live/flow.ts'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { emptyFlow, type Flow } from './flow-model.ts'
import { LiveFlowPanel } from './live-flow.tsx'
import type { LiveFlow } from './use-flow.ts'

afterEach(closePages)

const roomId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11'
const goalId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a12'
const alias = 'A'.repeat(22)
const nothing = () => undefined

const liveWith = (flow: Partial<Flow>): LiveFlow => ({
  roomId,
  flow: { ...emptyFlow, isLoaded: true, ...flow },
  failure: null,
  ...{ add: nothing, updateOrders: nothing, bonusReceived: nothing, reload: nothing },
})

const commentOf = (isBroadcaster: boolean): FlowEntry => ({
  ...{ seq: 3, id: roomId, kind: 'comment', at: '2026-11-23T12:00:00.000Z', text: 'こんばんは' },
  member: { alias, name: 'ゆう', isBroadcaster, isModerator: false },
  ...{ present: null, menu: null },
})

const answers = {
  '/api/moderate-live': { body: { type: 'success' } },
  '/api/get-live-member': { body: { type: 'success', member: { id: '7', name: 'ゆう' } } },
  '/api/handle-live-menu': { body: { type: 'success', orders: [] } },
}

const openMenu = (role: Flow['role'], isBroadcaster = false) =>
  openPage(<CommentMenu live={liveWith({ role })} entry={commentOf(isBroadcaster)} onClose={nothing} />, {
    session: memberSession,
    answers,
  })

const choices = () => [...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent)
const keeping = ['ピン留めする', '削除する', 'ミュートする', 'ミュートを解除する', '退出してもらう']

describe('the menu of a comment', () => {
  it.each([
    ['a watcher on another one', 'watcher', false, ['通報する']],
    ['a watcher on the broadcaster', 'watcher', true, ['ブロックする', '通報する']],
    ['the moderator on a watcher', 'moderator', false, [...keeping, '通報する']],
    ['the moderator on the broadcaster', 'moderator', true, ['ブロックする', '通報する']],
    ['the broadcaster', 'broadcaster', false, [...keeping, 'ブロックする', '通報する']],
  ] as const)('offers %s what the room allows', async (_, role, isBroadcaster, offered) => {
    await openMenu(role, isBroadcaster)
    expect(choices()).toEqual(offered)
  })

  it.each([
    ['ピン留めする', [], { type: 'pin', seq: 3 }],
    ['削除する', [], { type: 'remove', seq: 3 }],
    ['ミュートする', [], { type: 'mute', alias, isMuted: true }],
    ['退出してもらう', ['退出してもらう'], { type: 'kick', alias }],
  ] as const)('%s asks the server for it', async (choice, confirmations, action) => {
    const page = await openMenu('broadcaster')
    for (const name of [choice, ...confirmations]) await page.press(name)
    expect(page.requests.filter(({ path }) => path === '/api/moderate-live')).toEqual([
      { path: '/api/moderate-live', body: { roomId, action } },
    ])
  })

  it('reports with the last two minutes, and blocks after a question', async () => {
    const page = await openMenu('watcher', true)
    await page.press('通報する')
    expect(document.body.textContent).toContain('直前2分間のコメントが、確認のために運営に送られます。')
    await closePages()
    const other = await openMenu('watcher', true)
    await other.press('ブロックする')
    expect(other.requests).toContainEqual({ path: '/api/get-live-member', body: { roomId, alias } })
    await expect.poll(() => document.querySelector('dialog')?.textContent).toContain('ブロックしますか')
  })
})

const panel = (flow: Partial<Flow>) =>
  openPage(<LiveFlowPanel live={liveWith(flow)} broadcasterId="9" onNeedPoints={nothing} />, {
    session: memberSession,
    answers,
  })

const touch = (type: string) =>
  new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true, clientX: 60, clientY: 40 })

describe('the panel of a room', () => {
  it('opens the menu of a line by a long press, whose end presses nothing, and by a tap', async () => {
    const page = await panel({ role: 'watcher', entries: [commentOf(false)] })
    const line = () => document.querySelector<HTMLElement>('[role="log"] button') ?? undefined
    line()?.dispatchEvent(touch('pointerdown'))
    await page.until(() => expect(choices()).toEqual(['通報する']))
    await page.press('閉じる')
    line()?.dispatchEvent(touch('pointerup'))
    await page.pressElement(line())
    expect(choices()).toEqual([])
    await page.pressElement(line())
    expect(choices()).toEqual(['通報する'])
  })

  it('gives the broadcaster goal, comment settings, and the switch of a paused menu without orders', async () => {
    const page = await panel({ role: 'broadcaster', state: { ...emptyFlow.state, isMenuPaused: true } })
    expect(buttonsOf().map(nameOf)).toEqual(expect.arrayContaining(['みんなの目標', 'コメントの設定']))
    await page.pressElement(document.querySelector<HTMLElement>('[role="switch"]') ?? undefined)
    expect(page.requests).toContainEqual({
      path: '/api/handle-live-menu',
      body: { roomId, action: { type: 'pause', isPaused: false } },
    })
  })

  it('lets a watcher receive the bonus of a reached goal by a tap', async () => {
    const goal = {
      ...({ goalId, name: 'みんなで花火', unit: 'count', target: 4, done: 4 } as const),
      ...{ isReached: true, bonusPoints: 50, bonusPercent: 20 },
    } as const
    const page = await panel({
      state: { ...emptyFlow.state, goal },
      bonus: { points: 20, isReceived: false },
    })
    await page.press('ボーナス20ptを受け取る')
    expect(page.requests).toContainEqual({
      path: '/api/receive-menu-release-pointback-bonus',
      body: { goalId },
    })
  })
})
