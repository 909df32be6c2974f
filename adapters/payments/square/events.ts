import * as z from 'zod/mini'
import type { PaymentEvent } from '../port.ts'
import { isConcludedForUs } from './records.ts'

const money = z.object({ amount: z.int(), currency: z.literal('JPY') })
const payment = z.object({
  id: z.string(),
  status: z.string(),
  amount_money: money,
  location_id: z.string(),
  reference_id: z.optional(z.string()),
})
const refund = z.object({
  id: z.string(),
  status: z.string(),
  amount_money: money,
  location_id: z.string(),
  payment_id: z.string(),
})
const dispute = z.object({
  id: z.string(),
  state: z.string(),
  amount_money: money,
  location_id: z.optional(z.string()),
  disputed_payment: z.object({ payment_id: z.string() }),
})

/** What we read of Square's events; https://developer.squareup.com/reference/square/webhooks */
const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      payment: z.optional(payment),
      refund: z.optional(refund),
      dispute: z.optional(dispute),
    }),
  }),
})
type SquareObject = z.infer<typeof event>['data']['object']

const eventKinds = /^(payment|refund|dispute)\./
const failedStates = ['CANCELED', 'FAILED']
const lostStates = ['LOST', 'ACCEPTED']

/**
 * The events of one webhook. Square reports each change of a payment: the event id names what happened, so ten
 * webhooks about the same capture are one event. Other kinds, and those of other locations, bring none.
 */
export const eventsOf = (body: string, locationId: string): PaymentEvent[] => {
  const reported: unknown = JSON.parse(body)
  const type = z.object({ type: z.string() }).parse(reported).type
  if (!eventKinds.test(type)) return []
  const { object } = event.parse(reported).data
  const about = object.payment ?? object.refund ?? object.dispute
  if (about?.location_id !== undefined && about.location_id !== locationId) return []
  return [...ofPayment(object.payment), ...ofRefund(object.refund), ...ofDispute(object.dispute)]
}

/** Each of ours names its order: others at this location are none of our business. */
const ofPayment = (reported: SquareObject['payment']): PaymentEvent[] => {
  if (!reported?.reference_id) return []
  const kind =
    reported.status === 'COMPLETED'
      ? 'captured'
      : failedStates.includes(reported.status)
        ? 'failed'
        : undefined
  if (!kind) return []
  return [
    {
      eventId: `${reported.id}:${kind}`,
      kind,
      paymentId: reported.id,
      orderId: reported.reference_id,
      amountYen: reported.amount_money.amount,
    },
  ]
}

const ofRefund = (reported: SquareObject['refund']): PaymentEvent[] =>
  reported?.status === 'COMPLETED'
    ? [
        {
          eventId: `${reported.id}:refunded`,
          kind: 'refunded',
          paymentId: reported.payment_id,
          amountYen: reported.amount_money.amount,
        },
      ]
    : []

/**
 * A lost dispute is disputed for good: an event of its own, in case the opening was missed, or came before an inquiry
 * that was closed. An inquiry takes the money as a dispute does; a closed inquiry is won, and a dispute may follow
 * under the same id: each is an event of its own.
 */
const ofDispute = (reported: SquareObject['dispute']): PaymentEvent[] => {
  if (!reported) return []
  const kind = isConcludedForUs(reported.state) ? 'disputeWon' : 'disputed'
  const disputeId = reported.state.startsWith('INQUIRY_') ? `${reported.id}:inquiry` : reported.id
  const change = lostStates.includes(reported.state) ? 'lost' : kind
  return [
    {
      eventId: `${disputeId}:${change}`,
      kind,
      disputeId,
      paymentId: reported.disputed_payment.payment_id,
      amountYen: reported.amount_money.amount,
    },
  ]
}
