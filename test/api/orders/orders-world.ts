import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { PaymentEvent } from '#adapters/payments/port.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { confirmationVersion, type Order } from '#contract/points/purchase.ts'
import type { SandboxCardToken } from '#contract/points/sandbox-cards.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { receivePaymentEvents } from '#server/points/orders/payment-events.ts'
import { reconcileOrders } from '#server/points/orders/reconcile.ts'
import { finishRefunds } from '#server/points/orders/refunds.ts'
import { walletOf } from '#server/points/queries.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

const prices = { c1000: 1_000, c3000: 3_000, c5000: 5_000, c10000: 10_000, c30000: 30_000 } as const
export type CourseId = keyof typeof prices

/** What the confirmation of a point pack shows; with the first purchase's bonus by default. */
export const confirmed = (courseId: CourseId, bonusPoints = 500, orderId: string = randomUUID()) => ({
  orderId,
  courseId,
  priceYen: prices[courseId],
  bonusPoints,
  confirmationVersion,
})

/** A caller who may buy, with an empty wallet and a stated birth date. */
export const buyerIn = async (world: TestWorld, birthDate = '1990-05-01'): Promise<Person> => {
  const person = await world.caller(0)
  expect(await person.request('stateBirthDate', { birthDate })).toMatchObject({ type: 'success' })
  return person
}

/** Pays with a card of the sandbox and answers the order. */
export const buy = async (
  person: Person,
  token: SandboxCardToken,
  purchase: ReturnType<typeof confirmed> = confirmed('c1000'),
  saveCard = false,
): Promise<Order> => orderIn(await person.request('squarePayment', { ...purchase, token, saveCard }))

export const orderIn = (answer: { type: string; order?: Order }): Order => {
  if (!answer.order) throw new Error(`no order: ${JSON.stringify(answer)}`)
  return answer.order
}

export const orderOf = async (person: Person, orderId: string): Promise<Order> =>
  orderIn(await person.request('getOrder', { orderId }))

export const lotsOf = async (world: TestWorld, person: Person) =>
  (await walletOf(world.database.db, person.id)).lots.map(({ kind, remaining }) => `${kind} ${remaining}`)

export const pointsOf = async (world: TestWorld, person: Person): Promise<number> =>
  (await walletOf(world.database.db, person.id)).point

/** What the sandbox reports of payments, and what buyers do with their points. */
export const paymentSteps = (world: () => TestWorld) => {
  const paymentIdOf = async ({ orderId }: Pick<Order, 'orderId'>): Promise<string> => {
    const [row] = await world().database.sql<{ payment_id: string }[]>`
      select payment_id from purchase_order where id = ${orderId}`
    return row?.payment_id ?? ''
  }
  return {
    paymentIdOf,
    /** @returns the event, which may come again */
    report: async (
      order: Pick<Order, 'orderId' | 'priceYen'>,
      kind: PaymentEvent['kind'],
      amountYen = order.priceYen,
    ): Promise<PaymentEvent> => {
      const paymentEvent = { eventId: randomUUID(), kind, paymentId: await paymentIdOf(order), amountYen }
      await receivePaymentEvents(world().context, 'sandbox', paymentEvent)
      return paymentEvent
    },
    /** Spends points on something that earns nobody a share. */
    spend: async (person: Person, points: number): Promise<void> => {
      const payment = { key: randomUUID(), payerId: person.id, payeeId: null, points, purpose: 'test' }
      expect(isRefusal(await spendPoints(world().database.db, payment))).toBe(false)
    },
  }
}

/** The sandbox reports a refund that nobody here requested. */
export const reportRefund = async (world: TestWorld, orderId: string, amountYen: number): Promise<void> => {
  await paymentSteps(() => world).report({ orderId, priceYen: amountYen }, 'refunded')
}

/**
 * Moves the clock for open orders, or for one of them: they are due, and `agoSec` old. Calls at once name their order,
 * because two that update several rows may wait for each other.
 */
export const passTime = async (
  world: TestWorld,
  agoSec: number,
  orderId: string | null = null,
): Promise<void> => {
  await world.database.sql`
    update purchase_order set next_check_at = now(), created_at = created_at - make_interval(secs => ${agoSec})
    where next_check_at is not null and id = coalesce(${orderId}, id)`
  await world.database.sql`
    update order_refund set next_check_at = now()
    where next_check_at is not null and order_id = coalesce(${orderId}, order_id)`
}

/** What the loops of the app do every few seconds. */
export const followUp = async (world: TestWorld, agoSec = 15, orderId?: string): Promise<void> => {
  await passTime(world, agoSec, orderId)
  await reconcileOrders(world.context)
  await finishRefunds(world.context)
}

/** Paid points issued are the yen captured, over all orders and by the services' own books. */
export const expectSound = async (world: TestWorld): Promise<void> => {
  expect(await world.ledgerDefects()).toEqual([])
  const [sums] = await world.database.sql<{ captured: number; issued: number }[]>`
    select (select coalesce(sum(captured_yen), 0)::bigint from purchase_order) as captured,
      (select coalesce(sum(amount), 0)::bigint from transfer where purpose = 'purchase') as issued`
  expect(sums?.issued).toBe(sums?.captured)
}
