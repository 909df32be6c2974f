/** What broadcasters earned from purchases that a payment service paid back without us. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentEvent } from '#adapters/payments/port.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { reverseEarnings } from '#server/points/earnings/freezes.ts'
import { openFreezes } from '#server/points/earnings/payout-queries.ts'
import { earningLines, earningSummary } from '#server/points/earnings/queries.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { done, give } from '../ledger/ledger-fixture.ts'
import { buy, buyerIn, confirmed, expectSound, orderOf, paymentSteps } from '../orders/orders-world.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  caller = await buyerIn(world)
  broadcaster = await world.broadcaster()
})
afterEach(() => expectSound(world))

const purchase = async (): Promise<string> =>
  (await buy(caller, 'sandbox-approve', confirmed('c1000', 500))).orderId

const present = async (points: number): Promise<void> => {
  const payment = { key: randomUUID(), payerId: caller.id, payeeId: broadcaster.id, purpose: 'present' }
  done(await inTransaction(world.context.db, (tx) => spendPoints(tx, { ...payment, points })))
}

const { report } = paymentSteps(() => world)
const reportEvent = (orderId: string, kind: PaymentEvent['kind'], amountYen = 1_000) =>
  report({ orderId, priceYen: amountYen }, kind)

const summary = () => earningSummary(world.context.db, broadcaster.id)
const notices = (kind: string, orderId: string) =>
  world.database
    .sql`select text from operator_notice where kind = ${kind} and subject = ${`order:${orderId}`}`

describe('a purchase that was refunded after it was spent', () => {
  test('freezes what was earned from it, and operators are alerted and take it back', async () => {
    const orderId = await purchase()
    await present(1_500)
    expect(await summary()).toMatchObject({ pending: 600, frozen: 0 })
    await reportEvent(orderId, 'refunded')
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded' })
    expect(await summary()).toMatchObject({ pending: 0, frozen: 600 })
    expect((await notices('earningsFrozen', orderId))[0]?.text).toContain(broadcaster.id)
    expect((await openFreezes(world.context.db)).find((freeze) => freeze.orderId === orderId)).toMatchObject({
      points: 600,
      broadcasterIds: [broadcaster.id],
    })
    expect(await inTransaction(world.context.db, (tx) => reverseEarnings(tx, orderId))).toMatchObject({
      points: 600,
    })
    expect(await summary()).toMatchObject({ pending: 0, frozen: 0 })
    await reportEvent(orderId, 'refundReversed')
    expect(await notices('disputeWonLate', orderId)).toHaveLength(1)
  })

  test('freezes it after a partial refund, too, and lifts the freeze once the refund is reversed', async () => {
    const orderId = await purchase()
    await present(1_500)
    await reportEvent(orderId, 'refunded', 400)
    expect(await summary()).toMatchObject({ pending: 0, frozen: 600 })
    await reportEvent(orderId, 'refundReversed', 400)
    expect(await summary()).toMatchObject({ pending: 600, frozen: 0 })
  })
})

test('freezes nothing after a refund that the buyer returns in points', async () => {
  const orderId = await purchase()
  await present(500)
  await reportEvent(orderId, 'refunded', 400)
  expect(await summary()).toMatchObject({ pending: 200, frozen: 0 })
  expect(await notices('earningsFrozen', orderId)).toHaveLength(0)
})

test('makes what came from free points payable only while a purchase is paid', async () => {
  await give(world.context.db, caller.id, 500, { kind: 'free' })
  await present(500)
  const waits = async () =>
    (await earningLines(world.context.db, broadcaster.id, { limit: 1 })).lines[0]?.waitsForPurchase
  expect(await waits()).toBe(true)
  const orderId = await purchase()
  expect(await waits()).toBe(false)
  await reportEvent(orderId, 'refunded', 400)
  expect(await waits()).toBe(false)
  await reportEvent(orderId, 'refunded', 600)
  expect(await waits()).toBe(true)
})
