import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { applyOrderEvent } from '#server/points/orders/apply-order-event.ts'
import { buyerOf, lockPurchases } from '#server/points/orders/buyer.ts'
import { settleDispute } from '#server/points/orders/settle-dispute.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import {
  buy,
  buyerIn,
  confirmed,
  expectSound,
  followUp,
  lotsOf,
  orderIn,
  orderOf,
  pointsOf,
} from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

describe('buying points', () => {
  it('shows the point packs, the bonus of the first purchase and what the limits leave', async () => {
    const caller = await buyerIn(world)
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({
      type: 'success',
      courses: [
        { id: 'c1000', priceYen: 1_000, paidPoints: 1_000, freePoints: 0 },
        { priceYen: 3_000, freePoints: 150 },
        { priceYen: 5_000, freePoints: 400 },
        { priceYen: 10_000, freePoints: 1_200 },
        { priceYen: 30_000, paidPoints: 30_000, freePoints: 4_500 },
      ],
      firstPurchaseBonusPoints: 500,
      methods: ['card', 'paidy', 'storekit', 'bankTransfer'],
      savedCard: null,
      isSandbox: true,
      limits: {
        ageBands: [
          { fromAge: 18, monthlyYen: 30_000 },
          { fromAge: 20, monthlyYen: 300_000 },
        ],
        usedYen: 0,
        ageLimitYen: 300_000,
        ownLimitYen: null,
        leftYen: 300_000,
        next: null,
      },
      birthDateStated: true,
      debtPoints: 0,
    })
  })

  it('grants a paid lot of as many points as yen, and the free points and the bonus as lots of their own', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c5000'))
    expect(order).toMatchObject({
      state: 'granted',
      priceYen: 5_000,
      paidPoints: 5_000,
      freePoints: 400,
      bonusPoints: 500,
      declineReason: null,
    })
    expect(await lotsOf(world, caller)).toEqual(['free 400', 'free 500', 'paid 5000'])
    const days = (Date.parse(order.expiresAt ?? '') - Date.parse(order.paidAt ?? '')) / 86_400_000
    expect(days).toBeCloseTo(180, 3)
    expect(await caller.request('getMyPoint', {})).toMatchObject({ point: 5_900 })
    expect(await caller.request('getNotifications', {})).toMatchObject({
      notifications: [
        { about: { kind: 'pointsMoved', moment: 'bought', points: 5_900, orderId: order.orderId } },
      ],
    })
  })

  it('grants the bonus of the first purchase once', async () => {
    const caller = await buyerIn(world)
    await buy(caller, 'sandbox-approve')
    const info = await caller.request('getCreditPurchaseCourseInfo', {})
    expect(info).toMatchObject({ firstPurchaseBonusPoints: 0 })
    expect((await buy(caller, 'sandbox-approve', confirmed('c1000', 0))).bonusPoints).toBe(0)
    expect(await pointsOf(world, caller)).toBe(2_500)
  })

  it('promises the bonus to one of two first orders, also while the other one is still being paid', async () => {
    const caller = await buyerIn(world)
    expect((await buy(caller, 'sandbox-challenge')).state).toBe('challenge')
    const second = { ...confirmed('c1000'), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', second)).toMatchObject({ code: 'purchaseChanged' })
  })

  it.each([
    ['sandbox-decline', 'declined'],
    ['sandbox-insufficient-funds', 'insufficientFunds'],
    ['sandbox-expired', 'expired'],
  ] as const)('%s grants nothing and gives the reason', async (token, declineReason) => {
    const caller = await buyerIn(world)
    expect(await buy(caller, token)).toMatchObject({ state: 'declined', declineReason })
    expect(await pointsOf(world, caller)).toBe(0)
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({
      firstPurchaseBonusPoints: 500,
      limits: { usedYen: 0 },
    })
  })

  it('takes an unknown card for an invalid one', async () => {
    const caller = await buyerIn(world)
    const order = orderIn(
      await caller.request('squarePayment', { ...confirmed('c1000'), token: 'stolen', saveCard: false }),
    )
    expect(order).toMatchObject({ state: 'declined', declineReason: 'invalidCard' })
  })

  it('captures with Paidy what was authorised there', async () => {
    const caller = await buyerIn(world)
    const answer = await caller.request('paidyCaptureRequest', {
      ...confirmed('c3000'),
      paymentId: 'sandbox-approve',
    })
    expect(orderIn(answer)).toMatchObject({ state: 'granted', method: 'paidy', paidPoints: 3_000 })
  })

  it('lists what was bought, newest first', async () => {
    const caller = await buyerIn(world)
    const first = await buy(caller, 'sandbox-approve')
    const second = await buy(caller, 'sandbox-decline', confirmed('c3000', 0))
    expect(await caller.request('getOrders', { limit: 1 })).toMatchObject({
      orders: [{ orderId: second.orderId, state: 'declined' }],
      more: true,
    })
    expect(await caller.request('getOrders', { before: second.createdAt })).toMatchObject({
      orders: [{ orderId: first.orderId }],
      more: false,
    })
  })
})

describe('a saved card', () => {
  it('pays in one tap, until it is deleted', async () => {
    const caller = await buyerIn(world)
    expect(await caller.request('quickCharge', confirmed('c1000'))).toMatchObject({
      code: 'savedCardMissing',
    })
    await buy(caller, 'sandbox-approve', confirmed('c1000'), true)
    const info = await caller.request('getCreditPurchaseCourseInfo', {})
    expect(info).toMatchObject({
      savedCard: { last4: '1111' },
      methods: ['card', 'savedCard', 'paidy', 'storekit', 'bankTransfer'],
    })
    expect(JSON.stringify(info)).not.toContain('customer')
    const charged = orderIn(await caller.request('quickCharge', confirmed('c3000', 0)))
    expect(charged).toMatchObject({ state: 'granted', method: 'savedCard' })
    expect(await pointsOf(world, caller)).toBe(1_500 + 3_150)

    expect(await caller.request('removeSavedCard', {})).toMatchObject({ type: 'success' })
    expect(await caller.request('quickCharge', confirmed('c1000', 0))).toMatchObject({
      code: 'savedCardMissing',
    })
  })

  it('is stored only when the buyer chose that', async () => {
    const caller = await buyerIn(world)
    await buy(caller, 'sandbox-approve')
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({ savedCard: null })
  })
})

describe('what is sent twice, forged or meant for another member', () => {
  it('a retry answers the first order', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    const first = await buy(caller, 'sandbox-approve', purchase)
    expect(await buy(caller, 'sandbox-approve', purchase)).toEqual(first)
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('a double click pays once', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    await Promise.all(Array.from({ length: 8 }, () => buy(caller, 'sandbox-approve', purchase)))
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('a retry after a refusal stays refused: another try is another order', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    await buy(caller, 'sandbox-decline', purchase)
    expect((await buy(caller, 'sandbox-approve', purchase)).state).toBe('declined')
    expect((await buy(caller, 'sandbox-approve', confirmed('c1000'))).state).toBe('granted')
  })

  it('two tabs buy two orders; both together stay below the limit', async () => {
    const caller = await buyerIn(world)
    await caller.request('setOwnPurchaseLimit', { monthlyYen: 5_000 })
    const tabs = [confirmed('c3000', 500), confirmed('c3000', 500), confirmed('c3000', 0)]
    const answers = await Promise.all(
      tabs.map((tab) =>
        caller.request('squarePayment', { ...tab, token: 'sandbox-approve', saveCard: false }),
      ),
    )
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
  })

  it.each([
    ['a lower price', { priceYen: 1 }],
    ['an invented bonus', { bonusPoints: 50_000 }],
    ['other words than ours', { confirmationVersion: '1999-01-01' }],
  ])('%s buys nothing', async (_, forged) => {
    const caller = await buyerIn(world)
    const sent = { ...confirmed('c30000'), ...forged, token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'purchaseChanged' })
    expect(await caller.request('getOrders', {})).toMatchObject({ orders: [] })
  })

  it('a point pack that does not exist or is no longer on sale buys nothing', async () => {
    const caller = await buyerIn(world)
    const sent = { ...confirmed('c1000'), courseId: 'c1', token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'courseGone' })
  })

  it("another member's order can't be read, repeated or taken over", async () => {
    const [caller, other] = [await buyerIn(world), await buyerIn(world)]
    const purchase = confirmed('c1000')
    await buy(caller, 'sandbox-approve', purchase)
    expect(await other.request('getOrder', { orderId: purchase.orderId })).toMatchObject({ code: 'notFound' })
    const stolen = { ...purchase, token: 'sandbox-approve', saveCard: false }
    expect(await other.request('squarePayment', stolen)).toMatchObject({ code: 'idempotencyMismatch' })
    expect(await pointsOf(world, other)).toBe(0)
    expect(await other.request('getOrders', {})).toMatchObject({ orders: [] })
  })

  it('the same id for another point pack is refused', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    await buy(caller, 'sandbox-approve', purchase)
    const other = { ...confirmed('c3000', 0, purchase.orderId), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', other)).toMatchObject({ code: 'idempotencyMismatch' })
  })

  it('a visitor gets nowhere', async () => {
    const response = await world.request('/api/square-payment', { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
  })
})

describe('3-D Secure', () => {
  const challenged = async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-challenge')
    expect(order.state).toBe('challenge')
    const paymentId = new URL(order.challengeUrl ?? '').pathname.split('/').at(-1) ?? ''
    return { caller, order, paymentId }
  }

  it('grants the points as soon as we learn that it was passed', async () => {
    const { caller, order, paymentId } = await challenged()
    await world.context.payments.sandbox?.resolveChallenge(paymentId, 'passed')
    expect(await pointsOf(world, caller)).toBe(0)
    await followUp(world)
    expect(await orderOf(caller, order.orderId)).toMatchObject({ state: 'granted', challengeUrl: null })
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('buys nothing when it failed', async () => {
    const { caller, order, paymentId } = await challenged()
    await world.context.payments.sandbox?.resolveChallenge(paymentId, 'failed')
    await followUp(world)
    expect(await orderOf(caller, order.orderId)).toMatchObject({
      state: 'declined',
      declineReason: 'challengeFailed',
    })
  })

  it('is given up after half an hour without an answer, and its limit is free again', async () => {
    const { caller, order, paymentId } = await challenged()
    await followUp(world, 25 * 60)
    expect((await orderOf(caller, order.orderId)).state).toBe('challenge')
    await followUp(world, 6 * 60)
    expect((await orderOf(caller, order.orderId)).state).toBe('expired')
    // Too late: the service has given it up as well.
    await world.context.payments.sandbox?.resolveChallenge(paymentId, 'passed')
    await followUp(world)
    expect(await pointsOf(world, caller)).toBe(0)
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({ limits: { usedYen: 0 } })
  })
})

describe('who may buy', () => {
  it('asks for the birth date first, once', async () => {
    const caller = await world.caller(0)
    const sent = { ...confirmed('c1000'), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'birthDateMissing' })
    expect(await caller.request('stateBirthDate', { birthDate: '1990-05-01' })).toMatchObject({
      isUnderAge: false,
    })
    expect(await caller.request('stateBirthDate', { birthDate: '1990-05-01' })).toMatchObject({
      isUnderAge: false,
    })
    expect(await caller.request('stateBirthDate', { birthDate: '1980-05-01' })).toMatchObject({
      code: 'birthDateStated',
    })
    expect(orderIn(await caller.request('squarePayment', sent)).state).toBe('granted')
  })

  it('is closed to members under 18: purchase and calls', async () => {
    const caller = await world.caller(3_000)
    const broadcaster = await world.broadcaster()
    const lastYear = new Date().getFullYear() - 17
    expect(await caller.request('stateBirthDate', { birthDate: `${lastYear}-01-01` })).toMatchObject({
      isUnderAge: true,
    })
    const sent = { ...confirmed('c1000'), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'underAge' })
    const ring = { callId: randomUUID(), partnerId: broadcaster.id, callType: 'video' as const }
    expect(await caller.request('sendCallRequest', ring)).toMatchObject({ code: 'underAge' })
  })

  it('stops at the limit of the member’s age', async () => {
    const caller = await buyerIn(world, `${new Date().getFullYear() - 19}-01-01`)
    const info = await caller.request('getCreditPurchaseCourseInfo', {})
    expect(info).toMatchObject({ limits: { ageLimitYen: 30_000 } })
    await buy(caller, 'sandbox-approve', confirmed('c30000'))
    const sent = { ...confirmed('c1000', 0), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'purchaseLimitReached' })
  })

  it('counts announced bank transfers, and for those that arrived the yen that arrived', async () => {
    const caller = await buyerIn(world, `${new Date().getFullYear() - 19}-01-01`)
    const announced = confirmed('c10000')
    expect(orderIn(await caller.request('requestBankTransfer', announced)).state).toBe('created')
    expect(await caller.request('requestBankTransfer', confirmed('c30000', 0))).toMatchObject({
      code: 'purchaseLimitReached',
    })
    const { context } = world
    await applyOrderEvent(context, announced.orderId, { type: 'captured', amountYen: 25_000 })
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({
      limits: { usedYen: 25_000, leftYen: 5_000 },
    })
    expect((await buy(caller, 'sandbox-approve', confirmed('c5000', 0))).state).toBe('granted')
  })

  it('stops at the own limit: lower at once, higher tomorrow', async () => {
    const caller = await buyerIn(world)
    await caller.request('setOwnPurchaseLimit', { monthlyYen: 1_000 })
    const sent = { ...confirmed('c3000'), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'purchaseLimitReached' })
    expect(await caller.request('setOwnPurchaseLimit', { monthlyYen: 10_000 })).toMatchObject({
      limits: { ownLimitYen: 1_000, next: { ownLimitYen: 10_000 } },
    })
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'purchaseLimitReached' })
    await world.database.sql`update own_purchase_limit set next_from = now() where member_id = ${caller.id}`
    expect(orderIn(await caller.request('squarePayment', sent)).state).toBe('granted')
  })

  it('is frozen by a new dispute also when an earlier one was settled', async () => {
    const caller = await buyerIn(world)
    const { orderId } = await buy(caller, 'sandbox-approve')
    const report = (type: 'disputed' | 'disputeWon') => applyOrderEvent(world.context, orderId, { type })
    const isFrozen = async () => (await buyerOf(world.database.db, caller.id, world.context.now())).isFrozen
    await report('disputed')
    await inTransaction(world.database.db, (tx) => settleDispute(tx, orderId))
    expect(await isFrozen()).toBe(false)
    await report('disputeWon')
    await report('disputed')
    expect(await isFrozen()).toBe(true)
  })

  it('makes a change of the own limit wait for a purchase in progress, and the next purchase for the change', async () => {
    const caller = await buyerIn(world)
    const waits = await inTransaction(world.database.db, async (tx) => {
      await lockPurchases(tx, caller.id)
      const set = caller.request('setOwnPurchaseLimit', { monthlyYen: 1_000 })
      await expect
        .poll(
          async () => world.database.sql`select 1 from pg_locks where locktype = 'advisory' and not granted`,
        )
        .toHaveLength(1)
      return { set }
    })
    expect(await waits.set).toMatchObject({ limits: { ownLimitYen: 1_000 } })
  })

  it('two accounts of one device do not call each other', async () => {
    const caller = await world.caller(3_000)
    const broadcaster = await world.broadcaster()
    await world.database
      .sql`update member set device_key = 'one' where id in (${caller.id}, ${broadcaster.id})`
    const ring = { callId: randomUUID(), partnerId: broadcaster.id, callType: 'video' as const }
    expect(await caller.request('sendCallRequest', ring)).toMatchObject({ code: 'callNotConnected' })
  })
})
