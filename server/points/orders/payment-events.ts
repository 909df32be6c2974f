import type { PaymentEvent } from '#adapters/payments/port.ts'
import { isPremature, type OrderEvent } from '#domain/points/purchase/order.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { apply } from './apply-order-event.ts'
import { findOrder, lockOrder, type OrderRecord, orderOfPayment } from './order-record.ts'
import {
  claimWaitingEvents,
  finishPaymentEvent,
  isOtherDisputeOpen,
  keepInQueue,
  storePaymentEvent,
  type WaitingEvent,
} from './waiting-events.ts'

/**
 * Receives an event of a payment service: it counts once, however often and in whatever order events come. An
 * event that comes before its order can use it waits for that. Rejects when it couldn't be stored: the
 * service then sends it again.
 */
export const receivePaymentEvents = (
  context: Context,
  gateway: string,
  paymentEvent: PaymentEvent,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    if (paymentEvent.kind === 'failed' && !(await orderOfEvent(tx, gateway, paymentEvent))) return
    if (await storePaymentEvent(tx, gateway, paymentEvent))
      await applyPaymentEvent(context, tx, gateway, paymentEvent)
  })

/** Tries the events again that came too early. Any number of processes may run it at once. */
export const applyWaitingEvents = async (context: Context): Promise<void> => {
  for (;;) {
    const claimed = await claimWaitingEvents(context.db)
    for (const waiting of claimed)
      await tryAgain(context, waiting).catch((error: unknown) =>
        context.log.error('payment-event-not-followed', { eventId: waiting.paymentEvent.eventId, error }),
      )
    if (claimed.length === 0) return
  }
}

const tryAgain = async (context: Context, waiting: WaitingEvent): Promise<void> => {
  const { gateway, paymentEvent } = waiting
  const isApplied = await inTransaction(context.db, (tx) =>
    applyPaymentEvent(context, tx, gateway, paymentEvent),
  ).catch((error: unknown) => {
    context.log.error('payment-event-not-applied', { eventId: paymentEvent.eventId, error })
    return false
  })
  if (!isApplied) await keepInQueue(context.db, waiting)
}

/** False for an event that has to wait. */
const applyPaymentEvent = async (
  context: Context,
  tx: Tx,
  gateway: string,
  paymentEvent: PaymentEvent,
): Promise<boolean> => {
  const found = await orderOfEvent(tx, gateway, paymentEvent)
  const order = found && (await lockOrder(tx, found.id))
  if (!order) return false
  const event = orderEventOf(paymentEvent)
  if (isPremature(order.state, event)) return false
  const isOver = event.type !== 'disputeWon' || !(await isOtherDisputeOpen(tx, gateway, paymentEvent))
  if (isOver) await apply(context, tx, order.id, event, { paymentId: paymentEvent.paymentId })
  await finishPaymentEvent(tx, gateway, paymentEvent, order.id)
  return true
}

/** Only events of an order's own service move it. */
const orderOfEvent = async (
  tx: Tx,
  gateway: string,
  paymentEvent: PaymentEvent,
): Promise<OrderRecord | undefined> => {
  const named = paymentEvent.orderId === undefined ? undefined : await findOrder(tx, paymentEvent.orderId)
  return named?.gateway === gateway ? named : orderOfPayment(tx, gateway, paymentEvent.paymentId)
}

const orderEventOf = (paymentEvent: PaymentEvent): OrderEvent => {
  switch (paymentEvent.kind) {
    case 'captured':
      return { type: 'captured', amountYen: paymentEvent.amountYen }
    case 'failed':
      return { type: 'declined', reason: 'declined' }
    case 'refunded':
      return { type: 'refunded', amountYen: paymentEvent.amountYen }
    case 'refundReversed':
      return { type: 'refundReversed', amountYen: paymentEvent.amountYen }
    case 'disputed':
      return { type: 'disputed' }
    case 'disputeWon':
      return { type: 'disputeWon' }
  }
}
