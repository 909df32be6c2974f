import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Toys } from '#adapters/toys/port.ts'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { releaseLeftOrders } from '#server/live/flow/actions/settle-orders.ts'
import { playOrders } from '#server/live/flow/play-orders.ts'
import { myWallet } from '#server/points/my-point.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { flowSteps, times } from './flow-world.ts'

let world: TestWorld
const { aliasOf, watch, watched, endRoom, comment, give, entries, pointsOf, earnedBy, flowDefects } =
  flowSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await flowDefects()).toEqual([])
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

describe('the toy menu', () => {
  beforeAll(async () => {
    await world.database.sql`update live_flow_setting set has_devices = true`
  })
  const wave = { name: 'ゆらゆら', points: 100, seconds: 10 }
  const withMenu = async (points?: number) => {
    const made = await watched(points)
    const menuId = randomUUID()
    await made.broadcaster.request('saveMyLiveMenu', { items: [{ menuId, ...wave }] })
    const buy = (by: Person = made.caller, more: { orderId?: string; isAnonymous?: boolean } = {}) =>
      by.request('payLovenseMenuPoint', {
        ...{ roomId: made.roomId, orderId: randomUUID(), menuId, expectedPoints: 100 },
        ...more,
      })
    const handle = (action: RequestOf<Endpoints['handleLiveMenu']>['action']) =>
      made.broadcaster.request('handleLiveMenu', { roomId: made.roomId, action })
    return { ...made, menuId, buy, handle }
  }

  it('holds on buying, captures on acknowledging, releases on skipping, each once', async () => {
    const { broadcaster, caller, roomId, buy, handle } = await withMenu()
    const [first, second] = [randomUUID(), randomUUID()]
    await times(6, () => buy(caller, { orderId: first }))
    await buy(caller, { orderId: second, isAnonymous: true })
    expect(await pointsOf(caller)).toBe(800)
    expect(await earnedBy(broadcaster)).toBe(0)
    expect(await broadcaster.request('getUncompletedLovenseLogByRoom', { roomId })).toMatchObject({
      orders: [
        { orderId: first, memberName: caller.viewer.name, isMine: false },
        { orderId: second, memberName: null },
      ],
    })
    expect((await entries(broadcaster, roomId)).map(({ member }) => member?.alias)).toEqual([
      aliasOf(roomId, caller),
      undefined,
    ])
    await times(4, () => handle({ type: 'acknowledge', orderId: first }))
    await handle({ type: 'skip', orderId: second })
    expect(await handle({ type: 'acknowledge', orderId: second })).toMatchObject({ code: 'liveOrderGone' })
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([900, 40])
  })

  it('releases the order of a buyer who states an age under 18, whatever is acknowledged then', async () => {
    const { broadcaster, caller, buy, handle } = await withMenu()
    const orderId = randomUUID()
    await buy(caller, { orderId })
    const young = `${new Date(world.context.now()).getUTCFullYear() - 15}-01-01`
    await caller.request('stateBirthDate', { birthDate: young })
    expect(await pointsOf(caller)).toBe(1_000)
    expect(await handle({ type: 'acknowledge', orderId })).toMatchObject({ code: 'liveOrderGone' })
    expect(await earnedBy(broadcaster)).toBe(0)
  })

  it('shows balance, held points and lots of one moment to a buyer who looks while an order is captured', async () => {
    const { caller, buy, handle } = await withMenu()
    const orderId = randomUUID()
    await buy(caller, { orderId })
    let captured: Promise<unknown> | undefined
    const capturesAfterFirstStatement: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        captured ??= handle({ type: 'acknowledge', orderId })
        await captured
        return result
      },
    }
    const db = world.context.db.withPlugin(capturesAfterFirstStatement)
    const wallet = await myWallet({ ...world.context, db }, caller.id)
    expect(wallet).toMatchObject({ point: 1_000, held: 100, lots: [{ remaining: 1_000 }] })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 900, held: 0 })
  })

  it('stands on the receipt of its visit with the comments and presents, as ledger and statement have them', async () => {
    const { broadcaster, caller, roomId, callId, buy, handle } = await withMenu(2_000)
    const [named, nameless] = [randomUUID(), randomUUID()]
    await comment(caller, roomId)
    await comment(caller, roomId)
    await give(caller, roomId, { quantity: 2, expectedPoints: 100 })
    await give(caller, roomId)
    await give(caller, roomId, { presentId: 'hanabi', expectedPoints: 500 })
    await buy(caller, { orderId: named })
    await buy(caller, { orderId: nameless, isAnonymous: true })
    await buy()
    await handle({ type: 'acknowledge', orderId: named })
    await handle({ type: 'acknowledge', orderId: nameless })
    const paymentsOf = async (person: Person) => {
      const answer = await person.request('getVisitPayments', { callId })
      return answer.type === 'success' ? answer.payments : answer.code
    }
    const paid = [
      { kind: 'comment', name: '', quantity: 2, points: 40 },
      { kind: 'present', name: 'お花', quantity: 3, points: 150 },
      { kind: 'present', name: '花火', quantity: 1, points: 500 },
      { kind: 'menu', name: 'ゆらゆら', quantity: 2, points: 200 },
    ]
    expect(await paymentsOf(caller)).toEqual(paid)
    // The third order is only held still.
    expect(await pointsOf(caller)).toBe(2_000 - 890 - 100)
    // Whose the order without a name was stays unknown to the broadcaster.
    expect(await paymentsOf(broadcaster)).toEqual(
      paid.map((line) => ({
        ...line,
        quantity: line.kind === 'menu' ? 1 : line.quantity,
        points: (line.kind === 'menu' ? 100 : line.points) * 0.4,
      })),
    )
    await world.database.sql`
      update call set phase = 'ended', ended_at = now(), end_reason = 'byCaller' where id = ${callId}`
    expect(await caller.request('getReceipts', {})).toMatchObject({ receipts: [{ callId, points: 890 }] })
    for (const stranger of [await world.caller(), await world.broadcaster()])
      expect(await paymentsOf(stranger)).toBe('notFound')

    const [statement, summary] = await Promise.all([
      broadcaster.request('getEarningLines', {}),
      broadcaster.request('getLiveSummary', { roomId }),
    ])
    if (statement.type === 'error' || summary.type === 'error') throw new Error('nothing was earned')
    const earnedFor = (purpose: string) =>
      statement.lines.filter((line) => line.purpose === purpose).reduce((sum, { earned }) => sum + earned, 0)
    expect(statement.lines).toHaveLength(7)
    expect(summary.summary.earned).toEqual({
      ...{ watch: 0, liveCall: 0, comments: earnedFor('liveComment') },
      ...{ presents: earnedFor('livePresent'), menus: earnedFor('liveMenu') },
    })
    expect(earnedFor('liveComment') + earnedFor('livePresent') + earnedFor('liveMenu')).toBe(
      await earnedBy(broadcaster),
    )
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

  it('releases the others when one order fails, and that one as soon as it can', async () => {
    const { caller, roomId, buy } = await withMenu()
    const other = await world.caller(1_000)
    await watch(roomId, other)
    for (const buyer of [caller, other]) await buy(buyer)
    await endRoom(roomId)
    const { events } = world.context
    const failed: object[] = []
    const failing = {
      ...world.context,
      log: {
        ...world.context.log,
        error: (event: string, facts?: object) => void failed.push({ event, ...facts }),
      },
      events: {
        ...events,
        publish: async (...[tx, event]: Parameters<typeof events.publish>) => {
          if (event.type === 'point:changed' && event.memberId === caller.id) throw new Error('no release')
          await events.publish(tx, event)
        },
      },
    }
    expect(await releaseLeftOrders(failing)).toBe(1)
    expect(failed).toMatchObject([{ event: 'menu-order-not-released', roomId }])
    expect([await pointsOf(caller), await pointsOf(other)]).toEqual([900, 1_000])
    expect(await releaseLeftOrders(world.context)).toBe(1)
    expect(await pointsOf(caller)).toBe(1_000)
  })

  it('releases what waits across a block, and when its buyer has left; nothing of it is captured', async () => {
    const { broadcaster, caller, buy, handle, roomId } = await withMenu()
    const blocked = randomUUID()
    await buy(caller, { orderId: blocked })
    await caller.request('addBlock', { partnerId: broadcaster.id })
    await handle({ type: 'acknowledge', orderId: blocked })
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([1_000, 0])
    const other = await world.caller(1_000)
    await watch(roomId, other)
    await buy(other)
    await deactivateAccount(world.context, other.id, { reason: 'other', leavesEarnings: true })
    expect(await releaseLeftOrders(world.context)).toBe(1)
    expect(await pointsOf(other)).toBe(1_000)
  })

  it('confirms no order without a name that was made with one', async () => {
    const { caller, buy } = await withMenu()
    const orderId = randomUUID()
    await buy(caller, { orderId })
    expect(await buy(caller, { orderId, isAnonymous: true })).toMatchObject({ code: 'idempotencyMismatch' })
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
    expect(await caller.request('getUncompletedLovenseLogByRoom', { roomId })).toMatchObject({
      orders: [{ isMine: true, state: 'waiting' }],
    })
  })

  it('is empty and takes no order while operators don’t allow devices; others handle no order', async () => {
    const { broadcaster, caller, roomId, buy } = await withMenu()
    const orderId = randomUUID()
    await buy(caller, { orderId })
    for (const other of [caller, await world.broadcaster()])
      expect(
        await other.request('handleLiveMenu', { roomId, action: { type: 'acknowledge', orderId } }),
      ).toMatchObject({ code: 'notFound' })
    await world.database.sql`update live_flow_setting set has_devices = false`
    expect(await caller.request('getLovenseMenuList', { broadcasterId: broadcaster.id })).toMatchObject({
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
    const set = await made.broadcaster.request('setLiveGoal', { roomId: made.roomId, goal })
    return { ...made, goalId, set }
  }
  const claim = (by: Person, goalId: string) => by.request('receiveMenuReleasePointbackBonus', { goalId })

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
    const flow = await small.request('getLiveFlow', { roomId })
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
    expect(await caller.request('setLiveGoal', { roomId, goal })).toMatchObject({ code: 'notFound' })
    expect(await broadcaster.request('setLiveGoal', { roomId, goal })).toMatchObject({
      state: { goal: { name: '花火', done: 0 } },
    })
    expect(await broadcaster.request('setLiveGoal', { roomId, goal: null })).toMatchObject({
      state: { goal: null },
    })
  })
})
