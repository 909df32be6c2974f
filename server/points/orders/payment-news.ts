import { sql } from 'kysely'
import type { PaymentNews } from '../../../adapters/payments/port.ts'
import { isPremature, type OrderEvent } from '../../../domain/points/order.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { applyWithin } from './apply-order-event.ts'
import { findOrder, lockOrder, type OrderRecord, orderOfPayment } from './order-record.ts'

const newsAtOnce = 100

/**
 * Takes one piece of news of a payment service, each once, however often and in whatever order it comes. What comes
 * before its order can make something of it waits for that. Rejects when it could not be stored: the service then
 * sends it again.
 */
export const takePaymentNews = (context: Context, gateway: string, news: PaymentNews): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const stored = await tx
      .insertInto('payment_news')
      .values({
        gateway,
        news_id: news.newsId,
        kind: news.kind,
        payment_id: news.paymentId,
        order_id: news.orderId ?? null,
        amount_yen: news.amountYen,
      })
      .onConflict((conflict) => conflict.columns(['gateway', 'news_id']).doNothing())
      .returning('news_id')
      .executeTakeFirst()
    if (stored) await applyNews(context, tx, gateway, news)
  })

/** Tries again what came too early. */
export const applyWaitingNews = async (context: Context): Promise<void> => {
  const waiting = await context.db
    .selectFrom('payment_news')
    .selectAll()
    .where('applied_at', 'is', null)
    .orderBy('received_at')
    .limit(newsAtOnce)
    .execute()
  for (const row of waiting) {
    const news: PaymentNews = {
      newsId: row.news_id,
      kind: row.kind as PaymentNews['kind'],
      paymentId: row.payment_id,
      orderId: row.order_id ?? undefined,
      amountYen: row.amount_yen,
    }
    await inTransaction(context.db, (tx) => applyNews(context, tx, row.gateway, news)).catch(
      (error: unknown) => context.log.error('payment-news-not-applied', { newsId: row.news_id, error }),
    )
  }
}

const applyNews = async (context: Context, tx: Tx, gateway: string, news: PaymentNews): Promise<void> => {
  const found = await orderOfNews(tx, gateway, news)
  const order = found && (await lockOrder(tx, found.id))
  if (!order) {
    context.log.info('payment-news-waits', { gateway, newsId: news.newsId, kind: news.kind })
    return
  }
  const event = eventOfNews(news)
  if (isPremature(order.state, event)) return
  await applyWithin(context, tx, order.id, event, { paymentId: news.paymentId })
  await tx
    .updateTable('payment_news')
    .set({ applied_at: sql<Date>`now()`, order_id: order.id })
    .where('gateway', '=', gateway)
    .where('news_id', '=', news.newsId)
    .execute()
}

/** An order is only ever moved by news of the service that it was put to. */
const orderOfNews = async (tx: Tx, gateway: string, news: PaymentNews): Promise<OrderRecord | undefined> => {
  const named = news.orderId === undefined ? undefined : await findOrder(tx, news.orderId)
  return named?.gateway === gateway ? named : orderOfPayment(tx, gateway, news.paymentId)
}

const eventOfNews = (news: PaymentNews): OrderEvent => {
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
