import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Toys } from '#adapters/toys/port.ts'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { releaseLeftOrders } from '#server/live/flow/actions/settle-orders.ts'
import { forgetOldComments } from '#server/live/flow/jobs.ts'
import { playOrders } from '#server/live/flow/play-orders.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { flowSteps } from './flow-world.ts'

let world: TestWorld
const { room, watch, endRoom, comment, give, entries, pointsOf, earnedBy, flowDefects } = flowSteps(
  () => world,
)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await flowDefects()).toEqual([])
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

/** A room with one watcher of 1,000 points. */
const watched = async (points = 1_000, spendCap: number | null = null) => {
  const broadcaster = await world.broadcaster()
  const caller = await world.caller(points)
  const roomId = await room(broadcaster)
  const callId = await watch(roomId, caller, spendCap)
  return { broadcaster, caller, roomId, callId }
}

const times = <Answer>(count: number, ask: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, ask))

describe('a comment', () => {
  it('is paid and posted once, however often its id comes at the same time', async () => {
    const { broadcaster, caller, roomId, callId } = await watched()
    const commentId = randomUUID()
    const answers = await times(20, () => comment(caller, roomId, { commentId }))
    expect(new Set(answers.map((answer) => answer.type))).toEqual(new Set(['success']))
    expect(await entries(broadcaster, roomId)).toMatchObject([
      { seq: 1, id: commentId, kind: 'comment', text: 'こんばんは', member: { id: caller.id } },
    ])
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([980, 8])
    const paid = await world.database.sql`
      select purpose, reference from transfer where reference = ${callId}`
    expect(paid).toEqual([{ purpose: 'liveComment', reference: callId }])
  })

  it('of another text, room or member under the same id is refused', async () => {
    const { caller, roomId } = await watched()
    const other = await watched()
    const commentId = randomUUID()
    await comment(caller, roomId, { commentId })
    expect(await comment(other.caller, other.roomId, { commentId })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    expect(await give(caller, roomId, { giftId: commentId })).toMatchObject({ code: 'idempotencyMismatch' })
    expect([await pointsOf(caller), await pointsOf(other.caller)]).toEqual([980, 1_000])
  })

  it('has one order without gaps for everybody, and what was missed comes by its number', async () => {
    const { broadcaster, caller, roomId } = await watched(5_000)
    const second = await world.caller(5_000)
    await watch(roomId, second)
    await Promise.all([...Array(30)].map((_, n) => comment(n % 2 ? caller : second, roomId)))
    for (let n = 0; n < 25; n += 1) await comment(caller, roomId)
    const newest = await entries(broadcaster, roomId)
    expect(newest.map(({ seq }) => seq)).toEqual([...Array(50)].map((_, n) => n + 6))
    const missed = await second.ask('getLiveFlow', { roomId, after: 52 })
    expect(missed).toMatchObject({ newest: 55, entries: [{ seq: 53 }, { seq: 54 }, { seq: 55 }] })
  })

  it('that is refused costs nothing', async () => {
    const { caller, roomId } = await watched(1_000, 30)
    const stranger = await world.caller()
    const poor = await world.caller(10)
    await watch(roomId, poor)
    const { sql } = world.database
    await sql`insert into live_refused_word (word, folded) values ('ばか', 'ばか')`
    const asks: [Promise<unknown>, string][] = [
      [comment(stranger, roomId), 'liveNotWatching'],
      [comment(poor, roomId), 'insufficientPoints'],
      [comment(caller, randomUUID()), 'notFound'],
      [comment(caller, roomId, { text: '09012345678に電話して' }), 'contactRefused'],
      [comment(caller, roomId, { text: 'バ カ' }), 'liveWordRefused'],
      [comment(caller, roomId, { text: '\u200e' }), 'liveCommentEmpty'],
      [comment(caller, roomId, { text: 'あ'.repeat(101) }), 'liveCommentTooLong'],
      [
        caller.ask('paySecondSideWatchChatPoint', {
          ...{ roomId, commentId: randomUUID(), text: 'こんばんは', expectedPoints: 10 },
        }),
        'livePriceChanged',
      ],
    ]
    for (const [answer, code] of asks) expect(await answer).toMatchObject({ code })
    await sql`delete from live_refused_word`
    await comment(caller, roomId)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveSpendCap' })
    await endRoom(roomId)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveOver' })
    expect([await pointsOf(caller), await pointsOf(poor), await pointsOf(stranger)]).toEqual([980, 10, 3_000])
  })

  it('stays within the visit’s own limit, also when payments race', async () => {
    const { caller, roomId } = await watched(5_000, 110)
    const answers = await times(12, () => comment(caller, roomId))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(5)
    expect(await pointsOf(caller)).toBe(4_900)
  })

  it('waits for slow mode and for the end of a mute, without a charge', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const moderate = (action: Parameters<typeof moderated>[2]) => moderated(broadcaster, roomId, action)
    expect(await moderate({ type: 'slowMode', seconds: 60 })).toEqual({ type: 'success' })
    expect(await moderate({ type: 'slowMode', seconds: 7 })).toMatchObject({ code: 'forbidden' })
    const answers = await times(5, () => comment(caller, roomId))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveSlowMode' })
    await moderate({ type: 'slowMode', seconds: 0 })
    await moderate({ type: 'mute', memberId: caller.id, isMuted: true })
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveMuted' })
    expect(await give(caller, roomId)).toMatchObject({ code: 'liveMuted' })
    await moderate({ type: 'mute', memberId: caller.id, isMuted: false })
    expect(await comment(caller, roomId)).toMatchObject({ type: 'success' })
    expect(await pointsOf(caller)).toBe(960)
  })

  it('is free for the broadcaster and the moderator, and for nobody else', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const free = (person: Person) =>
      person.ask('postLiveComment', { roomId, commentId: randomUUID(), text: 'ようこそ' })
    expect(await free(caller)).toMatchObject({ code: 'forbidden' })
    expect(await free(broadcaster)).toMatchObject({ entry: { member: { isBroadcaster: true } } })
    const moderator = { type: 'moderator', memberId: caller.id } as const
    expect(await moderated(broadcaster, roomId, moderator)).toMatchObject({ code: 'notFound' })
    await caller.ask('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    expect(await broadcaster.ask('getModeratorChoices', { roomId })).toMatchObject({
      people: [{ id: caller.id }],
    })
    expect(await caller.ask('getModeratorChoices', { roomId })).toMatchObject({ code: 'notFound' })
    expect(await moderated(broadcaster, roomId, moderator)).toEqual({ type: 'success' })
    expect(await free(caller)).toMatchObject({ entry: { member: { isModerator: true } } })
    expect(await caller.ask('getLiveFlow', { roomId })).toMatchObject({ role: 'moderator', commentPoints: 0 })
    expect(await pointsOf(caller)).toBe(1_000)
  })
})

const moderated = (by: Person, roomId: string, action: RequestOf<Endpoints['moderateLive']>['action']) =>
  by.ask('moderateLive', { roomId, action })

describe('moderation', () => {
  it('pins, and removes a comment with its pin', async () => {
    const { broadcaster, caller, roomId } = await watched()
    await comment(caller, roomId)
    expect(await moderated(caller, roomId, { type: 'pin', seq: 1 })).toMatchObject({ code: 'forbidden' })
    expect(await moderated(broadcaster, roomId, { type: 'pin', seq: 9 })).toMatchObject({ code: 'notFound' })
    await moderated(broadcaster, roomId, { type: 'pin', seq: 1 })
    expect(await caller.ask('getLiveFlow', { roomId })).toMatchObject({ state: { pinned: { seq: 1 } } })
    await moderated(broadcaster, roomId, { type: 'remove', seq: 1 })
    expect(await caller.ask('getLiveFlow', { roomId })).toMatchObject({
      state: { pinned: null },
      entries: [{ seq: 1, text: '' }],
    })
  })

  it('a kick ends the visit, bars from this room, and releases what waited', async () => {
    const { broadcaster, caller, roomId, callId } = await watched()
    const stranger = await world.caller()
    const kick = (memberId: string) => moderated(broadcaster, roomId, { type: 'kick', memberId })
    expect(await kick(stranger.id)).toMatchObject({ code: 'notFound' })
    expect(await kick(broadcaster.id)).toMatchObject({ code: 'forbidden' })
    expect(await kick(caller.id)).toEqual({ type: 'success' })
    const [call] = await world.database.sql`select phase, end_reason from call where id = ${callId}`
    expect(call).toEqual({ phase: 'ended', end_reason: 'byBroadcaster' })
    expect(await world.database.sql`select member_id from live_ban where room_id = ${roomId}`).toEqual([
      { member_id: caller.id },
    ])
    expect(await comment(caller, roomId)).toMatchObject({ code: 'liveNotWatching' })
    expect(await caller.ask('getLiveFlow', { roomId })).toMatchObject({ code: 'liveNotWatching' })
  })

  it('of a moderator reaches neither the broadcaster nor who moderates', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const watcher = await world.caller()
    await watch(roomId, watcher)
    await caller.ask('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
    await moderated(broadcaster, roomId, { type: 'moderator', memberId: caller.id })
    await broadcaster.ask('postLiveComment', { roomId, commentId: randomUUID(), text: 'ようこそ' })
    for (const action of [
      { type: 'remove', seq: 1 },
      { type: 'kick', memberId: broadcaster.id },
      { type: 'kick', memberId: caller.id },
      { type: 'moderator', memberId: watcher.id },
    ] as const)
      expect(await moderated(caller, roomId, action)).toMatchObject({ code: 'forbidden' })
    expect(await moderated(caller, roomId, { type: 'kick', memberId: watcher.id })).toEqual({
      type: 'success',
    })
  })

  it('a report takes the last two minutes along, also what was removed', async () => {
    const { broadcaster, caller, roomId } = await watched()
    await comment(caller, roomId, { text: 'むかしの話' })
    await world.database
      .sql`update live_entry set at = now() - interval '3 minutes' where room_id = ${roomId}`
    await comment(caller, roomId, { text: 'ひとこと目' })
    await comment(caller, roomId, { text: 'ひどい言葉' })
    await moderated(broadcaster, roomId, { type: 'remove', seq: 3 })
    const report = (by: Person, seq: number) =>
      by.ask('reportLiveComment', { roomId, seq, reportId: randomUUID(), reason: 'harassment' })
    expect(await report(broadcaster, 9)).toMatchObject({ code: 'notFound' })
    expect(await report(caller, 3)).toMatchObject({ code: 'reportSelf' })
    expect(await report(broadcaster, 3)).toEqual({ type: 'success' })
    const [row] = await world.database.sql`select member_id, surface, evidence from report`
    expect(row).toMatchObject({
      member_id: caller.id,
      surface: 'live',
      evidence: { live: [{ text: 'ひとこと目' }, { text: 'ひどい言葉', wasRemoved: true }] },
    })
  })

  it('a block hides the room from one and name and words from everybody', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const watcher = await world.caller()
    await watch(roomId, watcher)
    await comment(caller, roomId, { text: '秘密の言葉' })
    await give(caller, roomId)
    await broadcaster.ask('addBlock', { partnerId: caller.id })
    const unknown = await caller.ask('getLiveFlow', { roomId: randomUUID() })
    expect(await caller.ask('getLiveFlow', { roomId })).toEqual(unknown)
    expect(await comment(caller, roomId)).toMatchObject({ code: 'notFound' })
    for (const viewer of [broadcaster, watcher]) {
      const shown = await entries(viewer, roomId)
      expect(shown.map(({ seq, member, text }) => [seq, member, text])).toEqual([
        [1, null, ''],
        [2, null, ''],
      ])
    }
  })

  it('comments are emptied after 30 days', async () => {
    const { broadcaster, caller, roomId } = await watched()
    await comment(caller, roomId)
    await world.database.sql`update live_entry set at = now() - interval '31 days' where room_id = ${roomId}`
    expect(await forgetOldComments(world.context.db)).toBe(1)
    expect(await entries(broadcaster, roomId)).toMatchObject([{ text: '' }])
  })
})

describe('a present', () => {
  it('is final, paid once, and counts on within ten seconds', async () => {
    const { broadcaster, caller, roomId } = await watched()
    const giftId = randomUUID()
    const answers = await times(8, () => give(caller, roomId, { giftId, quantity: 3, expectedPoints: 150 }))
    expect(answers.every(({ type }) => type === 'success')).toBe(true)
    await give(caller, roomId)
    await give(caller, roomId, { presentId: 'tea', expectedPoints: 100 })
    expect((await entries(broadcaster, roomId)).map(({ present }) => present)).toMatchObject([
      { presentId: 'flower', quantity: 3, combo: 3, points: 150 },
      { presentId: 'flower', quantity: 1, combo: 4 },
      { presentId: 'tea', quantity: 1, combo: 1 },
    ])
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([700, 120])
  })

  it('off sale, at another price or beyond the points is refused', async () => {
    const { caller, roomId } = await watched(60)
    expect(await give(caller, roomId, { presentId: 'none' })).toMatchObject({ code: 'livePriceChanged' })
    expect(await give(caller, roomId, { quantity: 2 })).toMatchObject({ code: 'livePriceChanged' })
    expect(await give(caller, roomId, { quantity: 2, expectedPoints: 100 })).toMatchObject({
      code: 'insufficientPoints',
    })
    expect(await pointsOf(caller)).toBe(60)
  })
})

describe('the toy menu', () => {
  beforeAll(async () => {
    await world.database.sql`update live_flow_setting set has_devices = true`
  })
  const wave = { name: 'ゆらゆら', points: 100, seconds: 10 }
  const withMenu = async (points?: number) => {
    const made = await watched(points)
    const menuId = randomUUID()
    await made.broadcaster.ask('saveMyLiveMenu', { items: [{ menuId, ...wave }] })
    const buy = (by: Person = made.caller, more: { orderId?: string; isAnonymous?: boolean } = {}) =>
      by.ask('payLovenseMenuPoint', {
        ...{ roomId: made.roomId, orderId: randomUUID(), menuId, expectedPoints: 100 },
        ...more,
      })
    const handle = (action: RequestOf<Endpoints['handleLiveMenu']>['action']) =>
      made.broadcaster.ask('handleLiveMenu', { roomId: made.roomId, action })
    return { ...made, menuId, buy, handle }
  }

  it('holds on buying, captures on acknowledging, releases on skipping, each once', async () => {
    const { broadcaster, caller, roomId, buy, handle } = await withMenu()
    const [first, second] = [randomUUID(), randomUUID()]
    await times(6, () => buy(caller, { orderId: first }))
    await buy(caller, { orderId: second, isAnonymous: true })
    expect(await pointsOf(caller)).toBe(800)
    expect(await earnedBy(broadcaster)).toBe(0)
    expect(await broadcaster.ask('getUncompletedLovenseLogByRoom', { roomId })).toMatchObject({
      orders: [
        { orderId: first, memberName: caller.viewer.name, isMine: false },
        { orderId: second, memberName: null },
      ],
    })
    expect((await entries(broadcaster, roomId)).map(({ member }) => member?.id)).toEqual([
      caller.id,
      undefined,
    ])
    await times(4, () => handle({ type: 'acknowledge', orderId: first }))
    await handle({ type: 'skip', orderId: second })
    expect(await handle({ type: 'acknowledge', orderId: second })).toMatchObject({ code: 'liveOrderGone' })
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([900, 40])
  })

  it('releases everything when it is paused and when the room ends, also after a crash', async () => {
    const { caller, roomId, buy, handle } = await withMenu()
    await buy()
    expect(await handle({ type: 'pause', isPaused: true })).toMatchObject({ orders: [] })
    expect(await buy()).toMatchObject({ code: 'liveMenuPaused' })
    expect(await pointsOf(caller)).toBe(1_000)
    await handle({ type: 'pause', isPaused: false })
    await times(3, () => buy())
    await endRoom(roomId)
    expect(await pointsOf(caller)).toBe(700)
    expect(await releaseLeftOrders(world.context)).toBe(3)
    expect(await releaseLeftOrders(world.context)).toBe(0)
    expect(await pointsOf(caller)).toBe(1_000)
  })

  it('takes twenty orders at most, however many come at once', async () => {
    const { caller, buy } = await withMenu(5_000)
    const answers = await times(25, () => buy())
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(20)
    expect(await pointsOf(caller)).toBe(3_000)
  })

  it('is carried out by a device, one order after the other, and what it refuses waits', async () => {
    const { broadcaster, caller, roomId, buy } = await withMenu()
    let played = 0
    let answer: 'played' | 'offline' = 'played'
    const toys: Toys = {
      play: async ({ broadcasterId, seconds }) => {
        if (broadcasterId === broadcaster.id) played += seconds
        return answer
      },
      pair: async () => null,
    }
    const context = { ...world.context, toys, log: createLog('silent') }
    await buy()
    await buy()
    await Promise.all([playOrders(context), playOrders(context)])
    // The second one waits until the ten seconds of the first are over.
    await playOrders(context)
    expect(played).toBe(10)
    expect(await pointsOf(caller)).toBe(800)
    await world.database.sql`
      update live_menu_order set played_at = played_at - interval '11 seconds' where room_id = ${roomId}`
    answer = 'offline'
    await playOrders(context)
    await playOrders(context)
    expect(played).toBe(20)
    expect(await caller.ask('getUncompletedLovenseLogByRoom', { roomId })).toMatchObject({
      orders: [{ isMine: true, state: 'waiting' }],
    })
  })

  it('is empty and takes no order while operators don’t allow devices; others handle no order', async () => {
    const { broadcaster, caller, roomId, buy } = await withMenu()
    const orderId = randomUUID()
    await buy(caller, { orderId })
    for (const other of [caller, await world.broadcaster()])
      expect(
        await other.ask('handleLiveMenu', { roomId, action: { type: 'acknowledge', orderId } }),
      ).toMatchObject({ code: 'notFound' })
    await world.database.sql`update live_flow_setting set has_devices = false`
    expect(await caller.ask('getLovenseMenuList', { broadcasterId: broadcaster.id })).toMatchObject({
      items: [],
    })
    expect(await buy()).toMatchObject({ code: 'liveMenuPaused' })
    await world.database.sql`update live_flow_setting set has_devices = true`
  })
})

describe('a goal', () => {
  const withGoal = async (bonusPoints = 50) => {
    const made = await watched(5_000)
    const goalId = randomUUID()
    const goal = { goalId, name: 'みんなで花火', unit: 'count', target: 4, bonusPoints } as const
    const set = await made.broadcaster.ask('setLiveGoal', { roomId: made.roomId, goal })
    return { ...made, goalId, set }
  }
  const claim = (by: Person, goalId: string) => by.ask('receiveMenuReleasePointbackBonus', { goalId })

  it('grants its bonus once per member who took part, however often it is asked for', async () => {
    const { broadcaster, caller, roomId, goalId } = await withGoal()
    const small = await world.caller(1_000)
    const idle = await world.caller(1_000)
    await watch(roomId, small)
    await watch(roomId, idle)
    await give(caller, roomId, { presentId: 'lantern', expectedPoints: 600, quantity: 2 })
    await give(small, roomId)
    expect(await claim(caller, goalId)).toMatchObject({ code: 'liveGoalOpen' })
    expect(await claim(idle, goalId)).toMatchObject({ code: 'liveBonusNotYours' })
    expect(await claim(caller, randomUUID())).toMatchObject({ code: 'notFound' })
    await give(small, roomId)
    const flow = await small.ask('getLiveFlow', { roomId })
    expect(flow).toMatchObject({
      state: { goal: { done: 4, isReached: true } },
      bonus: { points: 20, isReceived: false },
    })
    expect((await entries(broadcaster, roomId)).at(-1)).toMatchObject({ kind: 'goal', text: 'みんなで花火' })
    const answers = await times(10, () => claim(caller, goalId))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    // 20% of what was given, and no more than the goal's bonus.
    expect(await claim(small, goalId)).toMatchObject({ points: 20 })
    expect([await pointsOf(caller), await pointsOf(small)]).toEqual([4_450, 920])
    expect(await earnedBy(broadcaster)).toBe(280)
  })

  it('is set by the broadcaster alone, within the operator’s limit, and can be withdrawn', async () => {
    const { broadcaster, caller, roomId, set } = await withGoal(60)
    expect(set).toMatchObject({ code: 'liveBonusTooHigh' })
    const goal = { goalId: randomUUID(), name: '花火', unit: 'points', target: 500, bonusPoints: 50 } as const
    expect(await caller.ask('setLiveGoal', { roomId, goal })).toMatchObject({ code: 'notFound' })
    expect(await broadcaster.ask('setLiveGoal', { roomId, goal })).toMatchObject({
      state: { goal: { name: '花火', done: 0 } },
    })
    expect(await broadcaster.ask('setLiveGoal', { roomId, goal: null })).toMatchObject({
      state: { goal: null },
    })
  })
})
