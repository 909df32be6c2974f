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

/**
 * The events of one webhook. Square reports each change of a payment: the event id names what happened, so ten
 * webhooks about the same capture are one event. Other kinds, and those of other locations, bring none.
 */
export const eventsOf = (body: string, locationId: string): PaymentEvent[] => {
  const told: unknown = JSON.parse(body)
  const type = z.object({ type: z.string() }).parse(told).type
  if (!eventKinds.test(type)) return []
  const { object } = event.parse(told).data
  const about = object.payment ?? object.refund ?? object.dispute
  if (about?.location_id !== undefined && about.location_id !== locationId) return []
  return [...ofPayment(object.payment), ...ofRefund(object.refund), ...ofDispute(object.dispute)]
}

/** Each of ours names its order: others at this location are none of our business. */
const ofPayment = (told: SquareObject['payment']): PaymentEvent[] => {
  if (!told?.reference_id) return []
  const kind =
    told.status === 'COMPLETED' ? 'captured' : failedStates.includes(told.status) ? 'failed' : undefined
  if (!kind) return []
  return [
    {
      newsId: `${told.id}:${kind}`,
      kind,
      paymentId: told.id,
      orderId: told.reference_id,
      amountYen: told.amount_money.amount,
    },
  ]
}

const ofRefund = (told: SquareObject['refund']): PaymentEvent[] =>
  told?.status === 'COMPLETED'
    ? [
        {
          newsId: `${told.id}:refunded`,
          kind: 'refunded',
          paymentId: told.payment_id,
          amountYen: told.amount_money.amount,
        },
      ]
    : []

/**
 * A lost dispute was opened before: the same event again, in case the first was missed. An inquiry takes the money as
 * a dispute does; a closed inquiry is won, and a dispute may follow under the same id: each is an event of its own.
 */
const ofDispute = (told: SquareObject['dispute']): PaymentEvent[] => {
  if (!told) return []
  const kind = isConcludedForUs(told.state) ? 'disputeWon' : 'disputed'
  const phase = told.state.startsWith('INQUIRY_') ? 'inquiry:' : ''
  return [
    {
      newsId: `${told.id}:${phase}${kind}`,
      kind,
      paymentId: told.disputed_payment.payment_id,
      amountYen: told.amount_money.amount,
    },
  ]
}
