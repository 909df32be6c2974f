import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { placeHold, releaseHold } from '#server/points/ledger/ledger.ts'
import { applyWaitingEvents, receivePaymentEvents } from '#server/points/orders/payment-events.ts'
import { approveRefund, type RefundRequest, requestRefund } from '#server/points/orders/refunds.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { balanceOf } from '../ledger/ledger-fixture.ts'
import {
  buy,
  buyerIn,
  confirmed,
  expectSound,
  followUp,
  lotsOf,
  orderOf,
  paymentSteps,
  pointsOf,
} from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

const { paymentIdOf, report, spend } = paymentSteps(() => world)

const operator = (change: { orderId: string; operatorId?: number; refundId?: string }) => ({
  refundId: randomUUID(),
  operatorId: 1,
  reason: 'お客様のご依頼',
  ...change,
})

describe('an event of a payment', () => {
  it('grants once, whether it or the answer comes first', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-challenge')
    await receivePaymentEvents(world.context, 'sandbox', {
      eventId: 'early',
      kind: 'captured',
      orderId: order.orderId,
      paymentId: await paymentIdOf(order),
      amountYen: 1_000,
    })
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
    await followUp(world)
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('changes nothing the second time, nor under another id', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve')
    const paymentEvent = await report(order, 'captured')
    await receivePaymentEvents(world.context, 'sandbox', paymentEvent)
    await Promise.all([report(order, 'captured'), report(order, 'captured'), report(order, 'failed')])
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('of a dispute that comes before its payment waits for it', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-challenge')
    await report(order, 'disputed')
    expect((await orderOf(caller, order.orderId)).state).toBe('challenge')
    await report(order, 'captured')
    await applyWaitingEvents(world.context)
    expect((await orderOf(caller, order.orderId)).state).toBe('chargedBack')
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it("of another service doesn't move an order", async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-challenge')
    const paymentEvent = {
      eventId: 'x',
      kind: 'captured' as const,
      orderId: order.orderId,
      paymentId: 'p',
      amountYen: 1,
    }
    await receivePaymentEvents(world.context, 'square', paymentEvent)
    expect((await orderOf(caller, order.orderId)).state).toBe('challenge')
    await world.database.sql`delete from payment_event where gateway = 'square'`
  })

  it('is accepted at its endpoint only signed', async () => {
    const unsigned = { method: 'POST', body: JSON.stringify({ kind: 'captured' }) }
    expect((await world.request('/api/webhooks/sandbox', unsigned)).status).toBe(401)
    expect((await world.request('/api/webhooks/nobody', unsigned)).status).toBe(404)
  })
})

describe('a chargeback', () => {
  it('takes the points of its order', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c3000'))
    await report(order, 'disputed')
    expect(await pointsOf(world, caller)).toBe(0)
    expect((await orderOf(caller, order.orderId)).state).toBe('chargedBack')
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(0)
  })

  it('beyond the balance becomes a debt, never a negative wallet, and closes buying until it is settled', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c3000'))
    await spend(caller, 2_000)
    await report(order, 'disputed')
    expect(await pointsOf(world, caller)).toBe(0)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(-2_000)
    const sent = { ...confirmed('c1000', 0), token: 'sandbox-approve', saveCard: false }
    expect(await caller.request('squarePayment', sent)).toMatchObject({ code: 'purchaseFrozen' })
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({
      isFrozen: true,
      debtPoints: 2_000,
    })
  })

  it('leaves a debt that the next purchase pays first', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve')
    await spend(caller, 1_500)
    await report(order, 'disputed')
    await world.database.sql`update purchase_order set dispute_settled_at = now() where id = ${order.orderId}`
    const next = await buy(caller, 'sandbox-approve', confirmed('c1000', 0))
    expect(next).toMatchObject({ state: 'granted', paidPoints: 1_000, repaidPoints: 1_000 })
    expect(await pointsOf(world, caller)).toBe(0)
    expect(await buy(caller, 'sandbox-approve', confirmed('c1000', 0))).toMatchObject({ repaidPoints: 500 })
    expect(await pointsOf(world, caller)).toBe(500)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(0)
  })

  it('leaves what a running call has set aside', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve')
    const hold = await placeHold(world.database.db, {
      key: 'call',
      memberId: caller.id,
      points: 200,
      validSeconds: 600,
    })
    await report(order, 'disputed')
    expect(await pointsOf(world, caller)).toBe(200)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(-200)
    if (!isRefusal(hold)) await releaseHold(world.database.db, hold.holdId)
  })

  it('returns everything when it is won, the debt too', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c5000'))
    const before = await lotsOf(world, caller)
    await spend(caller, 1_000)
    await report(order, 'disputed')
    await report(order, 'disputeWon')
    expect(await pointsOf(world, caller)).toBe(4_900)
    expect(before).toEqual(['free 400', 'free 500', 'paid 5000'])
    expect(await lotsOf(world, caller)).toEqual(['paid 4900'])
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(0)
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
  })

  it('returns points as a new lot when it is won after its debt was paid', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve')
    await spend(caller, 1_500)
    await report(order, 'disputed')
    await world.database.sql`update purchase_order set dispute_settled_at = now() where id = ${order.orderId}`
    await buy(caller, 'sandbox-approve', confirmed('c3000', 0))
    expect(await pointsOf(world, caller)).toBe(1_650)
    await report(order, 'disputeWon')
    expect(await pointsOf(world, caller)).toBe(3_150)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(0)
  })

  it('may come, be won and come again', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve')
    await report(order, 'disputed')
    await report(order, 'disputeWon')
    await report(order, 'disputed')
    expect(await pointsOf(world, caller)).toBe(0)
    await report(order, 'disputeWon')
    expect(await pointsOf(world, caller)).toBe(1_500)
  })
})

const request = (wanted: RefundRequest) =>
  inTransaction<Awaited<ReturnType<typeof requestRefund>>>(world.database.db, (tx) =>
    requestRefund(world.context, tx, wanted),
  )
const approve = (refundId: string, operatorId: number) =>
  inTransaction<Awaited<ReturnType<typeof approveRefund>>>(world.database.db, (tx) =>
    approveRefund(world.context, tx, refundId, operatorId),
  )

describe('a refund', () => {
  it('pays back what is left of the paid points, and the free ones go with them', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c3000'))
    await spend(caller, 1_000)
    const wanted = operator({ orderId: order.orderId })
    expect(await request(wanted)).toEqual({ state: 'asked', amountYen: 2_650 })
    expect(await pointsOf(world, caller)).toBe(0)
    await followUp(world)
    expect(await request(wanted)).toMatchObject({ state: 'done', amountYen: 2_650 })
    expect(await orderOf(caller, order.orderId)).toMatchObject({ state: 'refunded', refundedYen: 2_650 })
    const { orderId } = order
    expect(await world.context.payments.sandbox?.find({ orderId })).toMatchObject({ refundedYen: 2_650 })
    // The service's own event about it changes nothing.
    await report(order, 'refunded', 2_650)
    expect(await orderOf(caller, orderId)).toMatchObject({ refundedYen: 2_650 })
    expect(await request(operator({ orderId }))).toEqual({ refused: 'refundNothingLeft' })
  })

  it('above a limit needs another operator', async () => {
    const caller = await buyerIn(world)
    const { orderId } = await buy(caller, 'sandbox-approve', confirmed('c10000'))
    const wanted = operator({ orderId })
    expect(await request(wanted)).toEqual({ state: 'requested', amountYen: null })
    expect(await pointsOf(world, caller)).toBe(11_700)
    expect(await approve(wanted.refundId, 1)).toEqual({ refused: 'refundNeedsAnother' })
    expect(await request(operator({ orderId }))).toEqual({ refused: 'refundUnderWay' })
    const both = await Promise.all([approve(wanted.refundId, 2), approve(wanted.refundId, 3)])
    expect(both.map((answer) => ('state' in answer ? answer.amountYen : answer))).toEqual([10_000, 10_000])
    await followUp(world)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 10_000 })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('is requested again while its outcome is unknown, and returns the points when it is refused', async () => {
    const sandbox = world.context.payments.sandbox
    if (!sandbox) throw new Error('no sandbox')
    const { refund } = sandbox
    const caller = await buyerIn(world)
    const { orderId } = await buy(caller, 'sandbox-approve')
    sandbox.refund = async () => 'unknown'
    await request(operator({ orderId }))
    await followUp(world)
    expect(await pointsOf(world, caller)).toBe(0)
    sandbox.refund = async () => 'refused'
    await followUp(world)
    expect(await pointsOf(world, caller)).toBe(1_500)
    expect((await orderOf(caller, orderId)).state).toBe('granted')
    sandbox.refund = refund
    await request(operator({ orderId }))
    await followUp(world)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 1_000 })
  })

  it('returns its own points when it is refused, and none that an earlier one paid for', async () => {
    const sandbox = world.context.payments.sandbox
    if (!sandbox) throw new Error('no sandbox')
    const { refund } = sandbox
    const caller = await buyerIn(world)
    const { orderId } = await buy(caller, 'sandbox-approve', confirmed('c3000'))
    const call = { key: randomUUID(), memberId: caller.id, points: 2_000, validSeconds: 600 }
    const hold = await placeHold(world.database.db, call)
    expect(await request(operator({ orderId }))).toEqual({ state: 'asked', amountYen: 1_650 })
    await followUp(world)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 1_650 })
    if (!isRefusal(hold)) await releaseHold(world.database.db, hold.holdId)
    sandbox.refund = async () => 'refused'
    expect(await request(operator({ orderId }))).toEqual({ state: 'asked', amountYen: 1_350 })
    expect(await pointsOf(world, caller)).toBe(0)
    await followUp(world)
    sandbox.refund = refund
    expect(await pointsOf(world, caller)).toBe(2_000)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 1_650 })
  })

  it('pays back no more than is left of the money, though more of the points is left', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c3000'))
    const call = { key: randomUUID(), memberId: caller.id, points: 3_650, validSeconds: 600 }
    const hold = await placeHold(world.database.db, call)
    await report(order, 'refunded', 1_000)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(-1_000)
    if (!isRefusal(hold)) await releaseHold(world.database.db, hold.holdId)
    const { orderId } = order
    expect(await request(operator({ orderId }))).toEqual({ state: 'asked', amountYen: 2_000 })
    await followUp(world)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 3_000 })
    expect(await pointsOf(world, caller)).toBe(1_000)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(-1_000)
    expect(await request(operator({ orderId }))).toEqual({ refused: 'refundNothingLeft' })
  })

  it('by the service alone takes the points, or becomes a debt', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-approve', confirmed('c3000'))
    await report(order, 'refunded', 1_000)
    expect(await orderOf(caller, order.orderId)).toMatchObject({ state: 'refunded', refundedYen: 1_000 })
    expect(await pointsOf(world, caller)).toBe(2_650)
    await spend(caller, 2_650)
    await report(order, 'refunded', 2_000)
    expect(await pointsOf(world, caller)).toBe(0)
    expect(await balanceOf(world.database.db, 'debt', caller.id)).toBe(-2_650)
  })
})
