import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentGateway } from '#adapters/payments/port.ts'
import type { Order } from '#contract/points/purchase.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { receivePaymentEvents } from '#server/points/orders/payment-events.ts'
import { approveRefund, finishRefunds, requestRefund } from '#server/points/orders/refunds.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { balanceOf } from '../ledger/ledger-fixture.ts'
import {
  buy,
  buyerIn,
  confirmed,
  expectSound,
  followUp,
  orderOf,
  passTime,
  paymentSteps,
  pointsOf,
} from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

const { report, spend } = paymentSteps(() => world)

/** A member's points, less the debt. */
const worthOf = async (person: Person): Promise<number> =>
  (await pointsOf(world, person)) + (await balanceOf(world.database.db, 'debt', person.id))

const expectOutstanding = async (
  person: Person,
  { orderId }: Order,
  state: Order['state'],
  refundedYen: number,
  points: number,
): Promise<void> => {
  expect(await orderOf(person, orderId)).toMatchObject({ state, refundedYen })
  expect(await worthOf(person)).toBe(points)
}

const request = async (orderId: string, operatorId = 1) => {
  const refundId = randomUUID()
  const answer = await inTransaction<Awaited<ReturnType<typeof requestRefund>>>(world.database.db, (tx) =>
    requestRefund(world.context, tx, { refundId, orderId, operatorId, reason: 'お客様のご依頼' }),
  )
  return { refundId, answer }
}

const sandboxOf = () => {
  const { sandbox } = world.context.payments
  if (!sandbox) throw new Error('no sandbox')
  return sandbox
}

/** Replaces the service's answer to refunds for a while. */
const whileRefunds = async (refund: PaymentGateway['refund'], work: () => Promise<unknown>) => {
  const sandbox = sandboxOf()
  const { refund: itsOwn } = sandbox
  sandbox.refund = refund
  await work().finally(() => {
    sandbox.refund = itsOwn
  })
}

/** An operator's refund whose answer was lost. */
const requestInVain = async (orderId: string) => {
  const requested = await request(orderId)
  await whileRefunds(
    async () => 'unknown',
    () => followUp(world),
  )
  return requested
}
const refuseRefund = () =>
  whileRefunds(
    async () => 'refused',
    () => followUp(world),
  )

const bought = async (courseId: 'c3000' | 'c5000' | 'c10000' = 'c3000') => {
  const caller = await buyerIn(world)
  return { caller, order: await buy(caller, 'sandbox-approve', confirmed(courseId)) }
}

describe('a won dispute leaves refunds as they are', () => {
  it.each([
    [3_000, 0],
    [2_000, 1_650],
  ])('%d yen refunded before it', async (yen, left) => {
    const { caller, order } = await bought()
    await report(order, 'refunded', yen)
    await expectOutstanding(caller, order, 'refunded', yen, left)
    await report(order, 'disputed')
    await expectOutstanding(caller, order, 'chargedBack', yen, 0)
    await report(order, 'disputeWon')
    await expectOutstanding(caller, order, 'refunded', yen, left)
  })

  it.each([
    [3_000, 0],
    [1_000, 2_650],
  ])('%d yen refunded while it was open', async (yen, left) => {
    const { caller, order } = await bought()
    await spend(caller, 2_000)
    await report(order, 'disputed')
    await report(order, 'refunded', yen)
    await report(order, 'disputeWon')
    await expectOutstanding(caller, order, 'refunded', yen, left - 2_000)
  })

  it('and one of ours that was paid back while it was open', async () => {
    const { caller, order } = await bought()
    const { refundId } = await requestInVain(order.orderId)
    await report(order, 'disputed')
    await followUp(world)
    await expectOutstanding(caller, order, 'chargedBack', 3_000, 0)
    await report(order, 'disputeWon')
    await expectOutstanding(caller, order, 'refunded', 3_000, 0)
    expect(refundId).toBeTruthy()
  })

  it("doesn't settle the next dispute with the decision on the previous one", async () => {
    const { caller, order } = await bought()
    await report(order, 'disputed')
    await world.database.sql`update purchase_order set dispute_settled_at = now() where id = ${order.orderId}`
    await report(order, 'disputeWon')
    await report(order, 'disputed')
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({ isFrozen: true })
  })
})

describe('what happened to a payment before we knew of its capture', () => {
  const lostAnswer = async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-timeout', confirmed('c3000'))
    const record = await sandboxOf().find({ orderId: order.orderId })
    if (record.state !== 'captured') throw new Error('not captured')
    return { caller, order, paymentId: record.paymentId }
  }

  it('a reported refund waits, and is applied together with the grant', async () => {
    const { caller, order, paymentId } = await lostAnswer()
    const refunded = { kind: 'refunded' as const, orderId: order.orderId, paymentId, amountYen: 3_000 }
    await receivePaymentEvents(world.context, 'sandbox', { eventId: randomUUID(), ...refunded })
    expect((await orderOf(caller, order.orderId)).state).toBe('paying')
    await followUp(world)
    await expectOutstanding(caller, order, 'refunded', 3_000, 0)
  })

  it("a refund known only from the service's record is applied, and its event changes nothing", async () => {
    const { caller, order, paymentId } = await lostAnswer()
    await sandboxOf().refund({ key: randomUUID(), paymentId, amountYen: 1_000 })
    await followUp(world)
    await expectOutstanding(caller, order, 'refunded', 1_000, 2_650)
    await report(order, 'refunded', 1_000)
    await expectOutstanding(caller, order, 'refunded', 1_000, 2_650)
  })

  it('a dispute known only from the record is applied, too', async () => {
    const { caller, order, paymentId } = await lostAnswer()
    await sandboxOf().dispute(paymentId, 'opened')
    await followUp(world)
    await expectOutstanding(caller, order, 'chargedBack', 0, 0)
  })
})

describe('our own refund, beside what the service does', () => {
  it('returns nothing when it is refused after a dispute', async () => {
    const { caller, order } = await bought()
    await requestInVain(order.orderId)
    await report(order, 'disputed')
    await refuseRefund()
    await expectOutstanding(caller, order, 'chargedBack', 0, 0)
    await report(order, 'disputeWon')
    await expectOutstanding(caller, order, 'granted', 0, 3_650)
  })

  it.each([
    [3_000, 0],
    [1_000, 2_650],
  ])('is refused when %d yen were paid back elsewhere', async (yen, left) => {
    const { caller, order } = await bought()
    await requestInVain(order.orderId)
    await report(order, 'refunded', yen)
    await refuseRefund()
    await expectOutstanding(caller, order, 'refunded', yen, left)
  })

  it.each(['before its answer', 'after it'])('is not applied twice when its event comes %s', async (when) => {
    const { caller, order } = await bought('c5000')
    await report(order, 'refunded', 1_000)
    await spend(caller, 2_400)
    const { answer } = await requestInVain(order.orderId)
    expect(answer).toEqual({ state: 'asked', amountYen: 2_500 })
    if (when === 'before its answer') await report(order, 'refunded', 2_500)
    await expectOutstanding(caller, order, 'refunded', 1_000, 0)
    await followUp(world)
    await report(order, 'refunded', when === 'after it' ? 2_500 : 0)
    await expectOutstanding(caller, order, 'refunded', 3_500, 0)
  })

  it("never pays back more than is left beside the service's refunds", async () => {
    const { caller, order } = await bought()
    await report(order, 'refunded', 1_000)
    expect((await request(order.orderId)).answer).toEqual({ state: 'asked', amountYen: 2_000 })
    await followUp(world)
    await expectOutstanding(caller, order, 'refunded', 3_000, 0)
  })

  it('waits while its service is not configured', async () => {
    const { caller, order } = await bought()
    await world.database.sql`update purchase_order set gateway = 'square' where id = ${order.orderId}`
    const { answer } = await request(order.orderId)
    await followUp(world)
    await expectOutstanding(caller, order, 'granted', 0, 0)
    expect(answer).toEqual({ state: 'asked', amountYen: 3_000 })
    await world.database.sql`update purchase_order set gateway = 'sandbox' where id = ${order.orderId}`
    await followUp(world)
    await expectOutstanding(caller, order, 'refunded', 3_000, 0)
    expect(await sandboxOf().find({ orderId: order.orderId })).toMatchObject({ refundedYen: 3_000 })
  })

  it('ends when nothing is left at its approval, and another may follow', async () => {
    const { caller, order } = await bought('c10000')
    const { refundId, answer } = await request(order.orderId)
    expect(answer).toEqual({ state: 'requested', amountYen: null })
    await spend(caller, 11_700)
    const approve = () =>
      inTransaction<Awaited<ReturnType<typeof approveRefund>>>(world.database.db, (tx) =>
        approveRefund(world.context, tx, refundId, 2),
      )
    expect(await approve()).toEqual({ state: 'refused', amountYen: null })
    expect(await approve()).toMatchObject({ state: 'refused', amountYen: null })
    expect((await request(order.orderId)).answer).toEqual({ refused: 'refundNothingLeft' })
    await expectOutstanding(caller, order, 'granted', 0, 0)
  })

  it('is claimed one at a time: another process takes the waiting ones', async () => {
    const orders = [(await bought()).order, (await bought()).order]
    for (const { orderId } of orders) await request(orderId)
    await passTime(world, 0)
    const requests: string[] = []
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const slow: PaymentGateway['refund'] = async ({ key }) => {
      requests.push(key)
      if (requests.length === 1) await isOver
      return 'unknown'
    }
    await whileRefunds(slow, async () => {
      const first = finishRefunds(world.context)
      await expect.poll(() => requests.length).toBe(1)
      await finishRefunds(world.context)
      expect(requests).toHaveLength(2)
      end()
      await first
    })
    expect(new Set(requests).size).toBe(2)
    await followUp(world)
  })
})

it('counts once when the service reverses it and makes it again', async () => {
  const { caller, order } = await bought()
  await report(order, 'refunded', 1_000)
  await report(order, 'refundReversed')
  await expectOutstanding(caller, order, 'granted', 0, 3_650)
  await report(order, 'refunded', 1_000)
  await expectOutstanding(caller, order, 'refunded', 1_000, 2_650)
})
