import { sql } from 'kysely'
import type { OrderState } from '../../../contract/purchase.ts'
import { paymentWaitMs } from '../../../domain/points/order.ts'
import type { Context } from '../../context.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { eventOfRecord } from './ask-payment.ts'
import { findOrder, knownPaymentOf } from './order-record.ts'
import { applyWaitingNews } from './payment-news.ts'

const ordersAtOnce = 20
/** Whoever claimed an order has asked after it by then, or is dead. */
const claimSec = 60

/**
 * Finishes or voids what a crash, an outage or a payer who went away left open: asks the payment service how an order
 * stands, and gives up what has waited too long. Any number of processes may run it at once.
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
  await applyWaitingNews(context)
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

/** Asks after one open order now. */
export const reconcile = async (context: Context, orderId: string): Promise<void> => {
  const order = await findOrder(context.db, orderId)
  if (!order || !isWaiting(order.state)) return
  const isLate = await hasWaitedLonger(context, orderId, paymentWaitMs[order.state])
  if (order.state === 'created') {
    if (isLate) await applyOrderEvent(context, orderId, { type: 'expired' })
    return
  }
  const gateway = context.payments.named(order.gateway)
  if (!gateway) throw new Error(`there is no payment gateway ${order.gateway}`)
  const asked = {
    orderId,
    paymentId: knownPaymentOf(order),
    askedAtMs: order.createdAt.getTime(),
  }
  if (!isLate) {
    const known = eventOfRecord(await gateway.find(asked))
    if (known) await applyOrderEvent(context, orderId, known.event, known.seen)
    return
  }
  const left = await gateway.giveUp(asked)
  if (left.state === 'open') return
  const known = left.state === 'captured' ? eventOfRecord(left) : null
  const over = { type: order.state === 'challenge' ? 'expired' : 'givenUp' } as const
  await applyOrderEvent(context, orderId, known?.event ?? over, known?.seen)
}

const isWaiting = (state: OrderState): state is keyof typeof paymentWaitMs =>
  Object.hasOwn(paymentWaitMs, state)

/** By the database's clock. */
const hasWaitedLonger = async (context: Context, orderId: string, waitMs: number): Promise<boolean> => {
  const row = await context.db
    .selectFrom('purchase_order')
    .select(sql<boolean>`created_at < now() - make_interval(secs => ${waitMs / 1000})`.as('is_late'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.is_late
}
