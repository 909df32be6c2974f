import { sql } from 'kysely'
import type { PaymentGateway, PaymentOrder } from '#adapters/payments/port.ts'
import type { OrderState } from '#contract/points/purchase.ts'
import { orderWaitMs, paymentWaitMs } from '#domain/points/purchase/order.ts'
import type { Context } from '#server/context.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { checkOrderAfter, findOrder, knownPaymentOf, type OrderRecord, stopLooking } from './order-record.ts'
import { applyWaitingEvents } from './payment-events.ts'
import { eventOfRecord } from './request-payment.ts'

const ordersAtOnce = 20
/** A process that claimed an order has asked about it by then, or is dead. */
const claimSec = 60
/** How soon an order that is being paid is checked again. */
const recheckAfterSec = 10

/**
 * Finishes or voids what a crash, an outage or an absent payer left open: asks the payment service about the
 * order, and gives up what has waited too long, or whose process is gone. Any number of processes may run it
 * at once.
 */
export const reconcileOrders = async (context: Context): Promise<void> => {
  for (;;) {
    const claimed = await claimOpenOrders(context)
    await Promise.all(
      claimed.map((orderId) =>
        reconcile(context, orderId).catch((error: unknown) =>
          context.log.error('order-not-reconciled', { orderId, error }),
        ),
      ),
    )
    if (claimed.length < ordersAtOnce) break
  }
  await applyWaitingEvents(context)
}

const claimOpenOrders = async (context: Context): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update purchase_order set next_check_at = now() + make_interval(secs => ${claimSec})
    where id in (
      select id from purchase_order where next_check_at <= now()
      order by next_check_at limit ${ordersAtOnce} for update skip locked
    )
    returning id`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** Checks one order now. */
export const reconcile = async (context: Context, orderId: string): Promise<void> => {
  const order = await findOrder(context.db, orderId)
  if (order?.state === 'givenUp') return lookOnceMore(context, order)
  if (!order || !isWaiting(order.state)) return
  const isLate = await hasWaitedEnough(context, order, order.state)
  if (order.state === 'created') {
    if (isLate) await applyOrderEvent(context, orderId, { type: 'expired' })
    return
  }
  // Its buyer waits, and can buy little else until it is over. Whatever the service says, it is asked again
  // soon.
  if (order.state === 'paying') await checkOrderAfter(context.db, orderId, recheckAfterSec)
  const gateway = gatewayOf(context, order)
  if (!isLate) {
    const known = eventOfRecord(await gateway.find(paymentOrderOf(order)))
    if (known) await applyOrderEvent(context, orderId, known.event, known.seen)
    return
  }
  const left = await gateway.giveUp(paymentOrderOf(order))
  if (left.state === 'open') return
  const known = left.state === 'captured' ? eventOfRecord(left) : null
  const over = { type: order.state === 'challenge' ? 'expired' : 'givenUp' } as const
  await applyOrderEvent(context, orderId, known?.event ?? over, known?.seen)
}

/**
 * A request in progress when its order was given up may have been paid after that, and the service's event
 * may be lost: asking then grants the points. A service that can't be asked now is asked later.
 */
const lookOnceMore = async (context: Context, order: OrderRecord): Promise<void> => {
  const record = await gatewayOf(context, order).find(paymentOrderOf(order))
  const known = record.state === 'captured' ? eventOfRecord(record) : null
  if (known) await applyOrderEvent(context, order.id, known.event, known.seen)
  else await stopLooking(context.db, order.id)
}

const gatewayOf = (context: Context, order: OrderRecord): PaymentGateway => {
  const gateway = context.payments.named(order.gateway)
  if (!gateway) throw new Error(`there is no payment gateway ${order.gateway}`)
  return gateway
}

const paymentOrderOf = (order: OrderRecord): PaymentOrder => ({
  orderId: order.id,
  paymentId: knownPaymentOf(order),
  requestedAtMs: order.createdAt.getTime(),
})

type WaitingState = keyof typeof paymentWaitMs

const isWaiting = (state: OrderState): state is WaitingState => Object.hasOwn(paymentWaitMs, state)

/** By the database's clock. */
const hasWaitedEnough = async (
  context: Context,
  { id, askedByProcess }: OrderRecord,
  state: WaitingState,
): Promise<boolean> => {
  const isCutOff = askedByProcess !== null && (await context.nodes.isProcessGone(askedByProcess))
  const waitMs = orderWaitMs(state, isCutOff)
  const row = await context.db
    .selectFrom('purchase_order')
    .select(sql<boolean>`created_at < now() - make_interval(secs => ${waitMs / 1000})`.as('is_late'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.is_late
}
