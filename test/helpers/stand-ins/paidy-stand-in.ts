import { randomUUID } from 'node:crypto'
import type { Webhook } from '#adapters/payments/port.ts'
import {
  openStandIn,
  type StandInAnswer,
  type StandInFailure,
  type StandInRequest,
} from './stand-in-server.ts'

export const paidyStandInSecret = 'sk_test_for_tests'

interface Payment {
  id: string
  status: 'authorized' | 'closed' | 'rejected'
  created_at: string
  expires_at: string
  amount: number
  currency: string
  description: string
  store_name: string
  test: boolean
  tier: string
  buyer: object
  order: { items: object[]; tax: number; shipping: number; order_ref: string }
  captures: { id: string; created_at: string; amount: number }[]
  refunds: { id: string; created_at: string; capture_id: string; amount: number; metadata: object }[]
  metadata: object
}

export interface PaidyStandIn {
  url: string
  /** A payer authorises a payment in Paidy's checkout; returns its id. */
  authorise(payment: {
    orderRef: string
    amount: number
    currency?: string
    status?: Payment['status']
  }): string
  captures(orderRef: string): number
  /** How often a payment was requested, known or not. */
  lookUps(): number
  /** The merchant refunds everything in Paidy's dashboard. */
  refund(paymentId: string): void
  /** What Paidy posted so far. */
  webhooks: Webhook[]
  failNextCapture(failure: StandInFailure): void
  failNextRefund(failure: StandInFailure): void
  setDown(isDown: boolean): void
  undocumented: readonly string[]
  close(): Promise<void>
}

const ok = (payment: Payment): StandInAnswer => ({ status: 200, body: payment })
const error = (status: number, code: string): StandInAnswer => ({
  status,
  body: { reference: randomUUID(), status: String(status), code, title: 'stand-in', description: code },
})
const now = () => new Date().toISOString()
const isEmpty = (body: object = {}) => Object.keys(body).every((field) => field === 'metadata')

/** Paidy (https://paidy.com/docs/api/en/) as far as we use it, on a local port. */
export const openPaidyStandIn = async (): Promise<PaidyStandIn> => {
  const payments = new Map<string, Payment>()
  const webhooks: Webhook[] = []
  let lookUps = 0

  const post = (status: string, { id, order }: Payment, more: object = {}) => {
    const event = { payment_id: id, order_ref: order.order_ref, status, timestamp: now(), ...more }
    const url = 'https://koyoi.example/api/webhooks/paidy'
    webhooks.push({ headers: new Headers(), body: Buffer.from(JSON.stringify(event)), url })
  }

  const verbs: Record<string, (payment: Payment, body: Record<string, unknown>) => StandInAnswer> = {
    captures: (payment, body) => {
      if (!isEmpty(body)) return error(400, 'request_content.malformed')
      if (payment.status !== 'authorized') return error(409, 'payment.status.invalid')
      const capture = { id: `cap_${randomUUID()}`, created_at: now(), amount: payment.amount }
      payment.status = 'closed'
      payment.captures.push(capture)
      post('capture_success', payment, { capture_id: capture.id })
      return ok(payment)
    },
    close: (payment, body) => {
      if (!isEmpty(body)) return error(400, 'request_content.malformed')
      if (payment.status !== 'authorized') return error(409, 'payment.status.invalid')
      payment.status = 'closed'
      post('close_success', payment)
      return ok(payment)
    },
    refunds: (payment, body) => {
      const known = ['capture_id', 'amount', 'reason', 'metadata']
      if (Object.keys(body).some((field) => !known.includes(field)))
        return error(400, 'request_content.malformed')
      const capture = payment.captures.find(({ id }) => id === body.capture_id)
      const amount = Number(body.amount ?? payment.amount)
      const refunded = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0)
      if (!capture || refunded + amount > capture.amount) return error(400, 'refund.amount.invalid')
      const refund = {
        id: `ref_${randomUUID()}`,
        created_at: now(),
        capture_id: capture.id,
        amount,
        metadata: (body.metadata ?? {}) as object,
      }
      payment.refunds.push(refund)
      post('refund_success', payment, { capture_id: capture.id, refund_id: refund.id })
      return ok(payment)
    },
  }

  const handle = ({ method, path, headers, body }: StandInRequest): StandInAnswer | undefined => {
    if (headers.authorization !== `Bearer ${paidyStandInSecret}`) return error(401, 'authentication.failed')
    if (headers['paidy-version'] !== '2018-04-10') return error(400, 'request.version.invalid')
    const [, id = '', verb] = /^\/payments\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    const act = method === 'POST' && verb ? verbs[verb] : undefined
    if (!act && !(method === 'GET' && id && !verb)) return undefined
    if (!act) lookUps += 1
    const payment = payments.get(id)
    if (!payment) return error(404, 'payment.not_found')
    if (!act) return ok(payment)
    return body ? act(payment, body) : error(400, 'request_content.malformed')
  }

  const server = await openStandIn(handle)
  const failNext = (verb: string) => (failure: StandInFailure) =>
    server.failNext(failure, ({ method, path }) => method === 'POST' && path.endsWith(`/${verb}`))
  return {
    url: server.url,
    authorise: ({ orderRef, amount, currency = 'JPY', status = 'authorized' }) => {
      const payment: Payment = {
        id: `pay_${randomUUID()}`,
        status,
        created_at: now(),
        expires_at: new Date(Date.now() + 30 * 24 * 3_600_000).toISOString(),
        amount,
        currency,
        description: '',
        store_name: 'Koyoi',
        test: true,
        tier: 'classic',
        buyer: { name1: '山田 太郎', phone: '08000000001' },
        order: {
          items: [{ id: 'points', title: 'ポイント', quantity: 1, unit_price: amount }],
          tax: 0,
          shipping: 0,
          order_ref: orderRef,
        },
        captures: [],
        refunds: [],
        metadata: {},
      }
      payments.set(payment.id, payment)
      post('authorize_success', payment)
      return payment.id
    },
    captures: (orderRef) =>
      [...payments.values()]
        .filter(({ order }) => order.order_ref === orderRef)
        .reduce((count, { captures }) => count + captures.length, 0),
    lookUps: () => lookUps,
    refund: (paymentId) => {
      const payment = payments.get(paymentId)
      if (!payment) throw new Error(`no payment ${paymentId}`)
      verbs.refunds?.(payment, { capture_id: payment.captures[0]?.id })
    },
    webhooks,
    failNextCapture: failNext('captures'),
    failNextRefund: failNext('refunds'),
    setDown: (isDown) => {
      server.isDown = isDown
    },
    undocumented: server.undocumented,
    close: server.close,
  }
}
