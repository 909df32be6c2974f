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
  keepInQueue,
  storePaymentEvent,
  type WaitingEvent,
} from './waiting-events.ts'

/**
 * Receives an event of a payment service: it counts once, however often and in whatever order events come. An
 * event that comes before its order can use it waits for that. Rejects when it couldn't be stored: the
 * service then sends it again.
 */
export const receivePaymentEvents = (context: Context, gateway: string, news: PaymentEvent): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    if (news.kind === 'failed' && !(await orderOfNews(tx, gateway, news))) return
    if (await storePaymentEvent(tx, gateway, news)) await applyNews(context, tx, gateway, news)
  })

/** Tries the events again that came too early. Any number of processes may run it at once. */
export const applyWaitingEvents = async (context: Context): Promise<void> => {
  for (;;) {
    const claimed = await claimWaitingEvents(context.db)
    for (const waiting of claimed)
      await tryAgain(context, waiting).catch((error: unknown) =>
        context.log.error('payment-news-not-followed', { newsId: waiting.news.newsId, error }),
      )
    if (claimed.length === 0) return
  }
}

const tryAgain = async (context: Context, waiting: WaitingEvent): Promise<void> => {
  const { gateway, news } = waiting
  const isApplied = await inTransaction(context.db, (tx) => applyNews(context, tx, gateway, news)).catch(
    (error: unknown) => {
      context.log.error('payment-news-not-applied', { newsId: news.newsId, error })
      return false
    },
  )
  if (!isApplied) await keepInQueue(context.db, waiting)
}

/** False for an event that has to wait. */
const applyNews = async (context: Context, tx: Tx, gateway: string, news: PaymentEvent): Promise<boolean> => {
  const found = await orderOfNews(tx, gateway, news)
  const order = found && (await lockOrder(tx, found.id))
  if (!order) return false
  const event = eventOfNews(news)
  if (isPremature(order.state, event)) return false
  await apply(context, tx, order.id, event, { paymentId: news.paymentId })
  await finishPaymentEvent(tx, gateway, news, order.id)
  return true
}

/** Only events of an order's own service move it. */
const orderOfNews = async (tx: Tx, gateway: string, news: PaymentEvent): Promise<OrderRecord | undefined> => {
  const named = news.orderId === undefined ? undefined : await findOrder(tx, news.orderId)
  return named?.gateway === gateway ? named : orderOfPayment(tx, gateway, news.paymentId)
}

const eventOfNews = (news: PaymentEvent): OrderEvent => {
  switch (news.kind) {
    case 'captured':
      return { type: 'captured', amountYen: news.amountYen }
    case 'failed':
      return { type: 'declined', reason: 'declined' }
    case 'refunded':
      return { type: 'refunded', amountYen: news.amountYen }
    case 'refundReversed':
      return { type: 'refundReversed', amountYen: news.amountYen }
    case 'disputed':
      return { type: 'disputed' }
    case 'disputeWon':
      return { type: 'disputeWon' }
  }
}
