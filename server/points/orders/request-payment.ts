import { createHmac } from 'node:crypto'
import type { PaymentAnswer, PaymentRecord, PaymentRequest, PaymentSource } from '#adapters/payments/port.ts'
import type { OrderEvent } from '#domain/points/purchase/order.ts'
import type { Context } from '#server/context.ts'
import { applyOrderEvent, type Seen } from './apply-order-event.ts'
import { checkOrderAfter, type OrderRecord } from './order-record.ts'

/** The browser gives up after 10 s; before that it learns that the payment is still in progress. */
const answerWithinMs = 8_000
/** An answer that was lost is usually known a moment later. */
const recheckAfterSec = 2

/**
 * Asks the payment service for an order's money, once, and applies the answer. Resolves when that is done or
 * takes too long. It never rejects, because reconciliation handles whatever stays open.
 */
export const requestPayment = async (
  context: Context,
  order: OrderRecord,
  source: PaymentSource,
  origin: string,
): Promise<void> => {
  const paying = pay(context, order, source, origin).catch((error: unknown) =>
    context.log.error('payment-not-applied', { orderId: order.id, error }),
  )
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, answerWithinMs)
  await Promise.race([paying, tooLong])
  clearTimeout(timer)
}

const pay = async (
  context: Context,
  order: OrderRecord,
  source: PaymentSource,
  origin: string,
): Promise<void> => {
  const gateway = context.payments.named(order.gateway)
  if (!gateway) throw new Error(`there is no payment gateway ${order.gateway}`)
  const answer = await gateway.pay(paymentRequestOf(context, order, source, origin))
  if (answer.state === 'unknown') return checkOrderAfter(context.db, order.id, recheckAfterSec)
  const { event, seen } = eventOfAnswer(answer)
  await applyOrderEvent(context, order.id, event, seen)
}

/** An order as a request to its service. */
export const paymentRequestOf = (
  context: Pick<Context, 'secret'>,
  order: Pick<OrderRecord, 'id' | 'memberId' | 'priceYen'>,
  source: PaymentSource,
  origin: string,
): PaymentRequest => ({
  orderId: order.id,
  amountYen: order.priceYen,
  source,
  payerKey: payerKeyOf(context, order.memberId),
  returnUrl: `${origin}/purchase/orders/${order.id}`,
})

/** The payer as a service may know them: always the same key, and no member id. */
export const payerKeyOf = ({ secret }: Pick<Context, 'secret'>, memberId: string): string =>
  createHmac('sha256', secret).update(`payer:${memberId}`).digest('hex').slice(0, 32)

const eventOfAnswer = (
  answer: Exclude<PaymentAnswer, { state: 'unknown' }>,
): { event: OrderEvent; seen: Seen } => {
  const { paymentId } = answer
  switch (answer.state) {
    case 'captured':
      return {
        event: { type: 'captured', amountYen: answer.amountYen },
        seen: { paymentId, card: answer.card, paidWith: answer.paidWith },
      }
    case 'challenge':
      return {
        event: { type: 'challenged' },
        seen: { paymentId, challengeUrl: answer.challengeUrl },
      }
    case 'declined':
      return { event: { type: 'declined', reason: answer.reason }, seen: { paymentId } }
  }
}

/** What a service's own record means to an order; null: nothing new. */
export const eventOfRecord = (record: PaymentRecord): { event: OrderEvent; seen: Seen } | null => {
  switch (record.state) {
    case 'none':
    case 'open':
      return null
    case 'captured':
      return {
        event: { type: 'captured', amountYen: record.amountYen },
        seen: {
          paymentId: record.paymentId,
          refundedYen: record.refundedYen,
          isDisputed: record.isDisputed,
        },
      }
    case 'failed':
      return {
        event: { type: 'declined', reason: record.reason },
        seen: { paymentId: record.paymentId },
      }
  }
}
