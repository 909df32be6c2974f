import { createHmac, randomUUID } from 'node:crypto'
import type { Webhook } from '#adapters/payments/port.ts'
import {
  openStandIn,
  type StandInAnswer,
  type StandInFailure,
  type StandInRequest,
} from './stand-in-server.ts'

export const squareStandInKeys = {
  accessToken: 'square-access-token-for-tests',
  locationId: 'L-KOYOI',
  webhookSignatureKey: 'square-webhook-key-for-tests',
  notificationUrl: 'https://koyoi.example/api/webhooks/square',
}

/** Square's documented sandbox tokens, and CreatePayment's answer to each. */
const declines: Record<string, string> = {
  'cnon:card-nonce-declined': 'GENERIC_DECLINE',
  'cnon:card-nonce-rejected-cvv': 'CVV_FAILURE',
  'cnon:card-nonce-rejected-expiration': 'INVALID_EXPIRATION',
  'cnon:card-nonce-already-used': 'CARD_TOKEN_USED',
  // Square's sandbox selects these by an amount; a token is enough here.
  'cnon:stand-in-insufficient-funds': 'INSUFFICIENT_FUNDS',
  'cnon:stand-in-verification-required': 'CARD_DECLINED_VERIFICATION_REQUIRED',
}

interface Money {
  amount: number
  currency: string
}
interface Payment {
  id: string
  status: 'COMPLETED' | 'FAILED' | 'CANCELED'
  amount_money: Money
  refunded_money?: Money
  created_at: string
  location_id: string
  reference_id?: string
  customer_id?: string
  source_type: 'CARD'
  card_details: object
  refund_ids?: string[]
}
interface Dispute {
  id: string
  state: string
  amount_money: Money
  location_id: string
  disputed_payment: { payment_id: string }
}
interface Refund {
  id: string
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED'
  payment_id: string
  amount_money: Money
  location_id: string
  created_at: string
}
const disputeStates = {
  opened: 'EVIDENCE_REQUIRED',
  won: 'WON',
  lost: 'LOST',
  accepted: 'ACCEPTED',
  inquired: 'INQUIRY_EVIDENCE_REQUIRED',
  inquiryClosed: 'INQUIRY_CLOSED',
} as const
interface CardOnFile {
  id: string
  customer_id: string
  enabled: boolean
}

export interface SquareStandIn {
  url: string
  captures(orderId: string): number
  /** The sources that were charged, in order. */
  sources: string[]
  /** The cards on file that can be charged. */
  chargeableCards(): string[]
  /** What Square posted so far. */
  webhooks: Webhook[]
  failNextPayment(failure: StandInFailure): void
  setDown(isDown: boolean): void
  /**
   * The result of refunds, pending and later ones: by default each is completed a moment after its answer.
   */
  refundsBecome(status: Refund['status']): void
  /** Another `nth` is another dispute of the same payment. */
  dispute(paymentId: string, outcome: keyof typeof disputeStates, nth?: number): void
  /** From now on disputes can't be listed. */
  hideDisputes(): void
  /** Payments are listed only from the next request on, as Square's lists are eventually consistent. */
  listLate(): void
  /** From now on no card is stored. */
  refuseCards(): void
  postEvent(type: string, kind: string, id: string, object: object): void
  undocumented: readonly string[]
  close(): Promise<void>
}

const error = (status: number, code: string, category = 'INVALID_REQUEST_ERROR'): StandInAnswer => ({
  status,
  body: { errors: [{ category, code, detail: `stand-in: ${code}` }] },
})
const ok = (body: object): StandInAnswer => ({ status: 200, body })

const card = {
  card_brand: 'VISA',
  last_4: '1111',
  exp_month: 12,
  exp_year: 2028,
  fingerprint: 'sq-1-stand-in',
}

/** Every documented field of a body that we send. */
const fields: Record<string, readonly string[]> = {
  '/v2/payments':
    'source_id idempotency_key amount_money autocomplete customer_id location_id reference_id verification_token'.split(
      ' ',
    ),
  '/v2/payments/cancel': ['idempotency_key'],
  '/v2/refunds': ['idempotency_key', 'payment_id', 'amount_money', 'reason'],
  '/v2/customers': ['idempotency_key', 'given_name', 'reference_id'],
  '/v2/customers/search': ['query', 'limit', 'cursor'],
  '/v2/cards': ['idempotency_key', 'source_id', 'verification_token', 'card'],
}

/** Square (https://developer.squareup.com/reference/square) as far as we use it, on a local port. */
export const openSquareStandIn = async (): Promise<SquareStandIn> => {
  const { accessToken, locationId, webhookSignatureKey, notificationUrl } = squareStandInKeys
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const cards = new Map<string, CardOnFile>()
  const customers = new Map<string, { id: string; reference_id: string }>()
  const answered = new Map<string, { bodyText: string; answer: StandInAnswer }>()
  const paymentsByKey = new Map<string, Payment>()
  const webhooks: Webhook[] = []
  const sources: string[] = []
  let isListLate = false
  let keepsCards = true
  let refundsEnd: Refund['status'] = 'COMPLETED'
  let hidesDisputes = false

  const post = (type: string, kind: string, id: string, object: object) => {
    const event = { merchant_id: 'MERCHANT', type, event_id: randomUUID(), created_at: now() }
    const body = Buffer.from(
      JSON.stringify({ ...event, data: { type: kind, id, object: { [kind]: object } } }),
    )
    const signature = createHmac('sha256', webhookSignatureKey).update(notificationUrl).update(body)
    const headers = new Headers({ 'x-square-hmacsha256-signature': signature.digest('base64') })
    webhooks.push({ headers, body, url: notificationUrl })
  }

  /** The first answer to a key is repeated; the same key with another body is refused. */
  const once = (request: StandInRequest, act: () => StandInAnswer): StandInAnswer => {
    const key = `${request.path} ${request.body?.idempotency_key}`
    const bodyText = JSON.stringify(request.body)
    const before = answered.get(key)
    if (before) return before.bodyText === bodyText ? before.answer : error(400, 'IDEMPOTENCY_KEY_REUSED')
    const answer = act()
    answered.set(key, { bodyText, answer })
    return answer
  }

  const createPayment = (body: Record<string, unknown>): StandInAnswer => {
    const source = String(body.source_id)
    sources.push(source)
    const money = body.amount_money as Money
    if (body.location_id !== locationId || body.autocomplete !== true) return error(400, 'BAD_REQUEST')
    if (money.currency !== 'JPY') return error(400, 'CURRENCY_MISMATCH')
    const onFile = cards.get(source)
    const isTheirs = onFile?.enabled === true && onFile.customer_id === body.customer_id
    if (source !== 'cnon:card-nonce-ok' && !isTheirs && !declines[source]) return error(404, 'NOT_FOUND')
    const code = declines[source]
    const errors = code ? [{ category: 'PAYMENT_METHOD_ERROR', code, detail: `stand-in: ${code}` }] : []
    const payment: Payment = {
      id: randomUUID(),
      status: code ? 'FAILED' : 'COMPLETED',
      amount_money: money,
      created_at: now(),
      location_id: locationId,
      reference_id: String(body.reference_id),
      source_type: 'CARD',
      card_details: { status: code ? 'FAILED' : 'CAPTURED', card, ...(code ? { errors } : {}) },
      ...(body.customer_id ? { customer_id: String(body.customer_id) } : {}),
    }
    payments.set(payment.id, payment)
    paymentsByKey.set(String(body.idempotency_key), payment)
    post('payment.updated', 'payment', payment.id, payment)
    return code ? { status: 400, body: { errors, payment } } : ok({ payment })
  }

  const refund = (body: Record<string, unknown>): StandInAnswer => {
    const payment = payments.get(String(body.payment_id))
    if (payment?.status !== 'COMPLETED') return error(404, 'NOT_FOUND')
    const { amount, currency } = body.amount_money as Money
    const refunded = (payment.refunded_money?.amount ?? 0) + amount
    if (refunded > payment.amount_money.amount) return error(400, 'REFUND_AMOUNT_INVALID', 'REFUND_ERROR')
    payment.refunded_money = { amount: refunded, currency }
    const made: Refund = {
      id: `${payment.id}_${randomUUID()}`,
      status: 'PENDING',
      payment_id: payment.id,
      amount_money: { amount, currency },
      location_id: locationId,
      created_at: now(),
    }
    payment.refund_ids = [...(payment.refund_ids ?? []), made.id]
    post('refund.created', 'refund', made.id, made)
    refunds.set(made.id, made)
    const answer = ok({ refund: { ...made } })
    endRefund(made)
    post('payment.updated', 'payment', payment.id, payment)
    return answer
  }

  const endRefund = (made: Refund): void => {
    if (refundsEnd === 'PENDING' || made.status !== 'PENDING') return
    made.status = refundsEnd
    const { refunded_money } = payments.get(made.payment_id) ?? {}
    if (refundsEnd !== 'COMPLETED' && refunded_money) refunded_money.amount -= made.amount_money.amount
    post('refund.updated', 'refund', made.id, made)
  }

  const createCustomer = (body: Record<string, unknown>): StandInAnswer => {
    const customer = { id: `CUST-${randomUUID()}`, reference_id: String(body.reference_id) }
    customers.set(customer.id, customer)
    return ok({ customer })
  }

  const searchCustomers = (body: Record<string, unknown>): StandInAnswer => {
    const { filter } = body.query as { filter: { reference_id: { exact: string } } }
    return ok({
      customers: [...customers.values()].filter(
        ({ reference_id }) => reference_id === filter.reference_id.exact,
      ),
    })
  }

  const createCard = (body: Record<string, unknown>): StandInAnswer => {
    if (!keepsCards) return error(400, 'CARD_NOT_SUPPORTED', 'PAYMENT_METHOD_ERROR')
    const { customer_id } = body.card as { customer_id: string }
    if (payments.get(String(body.source_id))?.status !== 'COMPLETED') return error(404, 'NOT_FOUND')
    if (!customers.has(customer_id)) return error(404, 'NOT_FOUND')
    const made = { id: `ccof:${randomUUID()}`, customer_id, enabled: true }
    cards.set(made.id, made)
    return ok({ card: { ...card, ...made } })
  }

  const cancelByKey = (body: Record<string, unknown>): StandInAnswer =>
    paymentsByKey.get(String(body.idempotency_key))?.status === 'COMPLETED'
      ? error(400, 'BAD_REQUEST')
      : ok({})

  const listPayments = (query: URLSearchParams): StandInAnswer => {
    if (isListLate) {
      isListLate = false
      return ok({})
    }
    const since = query.get('begin_time') ?? ''
    const listed = [...payments.values()].filter(({ created_at }) => created_at >= since)
    const from = Number(query.get('cursor') ?? 0)
    const perPage = 2
    const cursor = from + perPage < listed.length ? { cursor: String(from + perPage) } : {}
    return ok({ payments: listed.slice(from, from + perPage), ...cursor })
  }

  const posts: Record<string, (body: Record<string, unknown>) => StandInAnswer> = {
    '/v2/payments': createPayment,
    '/v2/refunds': refund,
    '/v2/customers': createCustomer,
    '/v2/cards': createCard,
  }

  const handle = (request: StandInRequest): StandInAnswer | undefined => {
    const { method, path, body = {}, query } = request
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return error(401, 'UNAUTHORIZED', 'AUTHENTICATION_ERROR')
    const unknown = Object.keys(body).filter((field) => fields[path] && !fields[path].includes(field))
    if (unknown.length > 0 || String(body.idempotency_key ?? '').length > 45) return error(400, 'BAD_REQUEST')
    if (method === 'POST') {
      const act = posts[path]
      if (act) return once(request, () => act(body))
      if (path === '/v2/payments/cancel') return cancelByKey(body)
      if (path === '/v2/customers/search') return searchCustomers(body)
      const disabled = cards.get(decodeURIComponent(/^\/v2\/cards\/(.+)\/disable$/.exec(path)?.[1] ?? ''))
      if (disabled) {
        disabled.enabled = false
        return ok({ card: disabled })
      }
      return undefined
    }
    if (path === '/v2/payments') return listPayments(query)
    if (path === '/v2/disputes' && hidesDisputes) return error(500, 'INTERNAL_SERVER_ERROR', 'API_ERROR')
    if (path === '/v2/disputes') return ok({ disputes: [...disputes.values()] })
    const refunded = refunds.get(decodeURIComponent(/^\/v2\/refunds\/([^/]+)$/.exec(path)?.[1] ?? ''))
    if (refunded) return ok({ refund: refunded })
    const id = /^\/v2\/payments\/([^/]+)$/.exec(path)?.[1]
    if (id === undefined) return undefined
    const payment = payments.get(id)
    return payment ? ok({ payment }) : error(404, 'NOT_FOUND')
  }

  const server = await openStandIn(handle)
  return {
    url: server.url,
    captures: (orderId) =>
      [...payments.values()].filter(
        ({ reference_id, status }) => reference_id === orderId && status === 'COMPLETED',
      ).length,
    sources,
    chargeableCards: () => [...cards.values()].filter(({ enabled }) => enabled).map(({ id }) => id),
    webhooks,
    failNextPayment: (failure) =>
      server.failNext(failure, ({ method, path }) => method === 'POST' && path === '/v2/payments'),
    setDown: (isDown) => {
      server.isDown = isDown
    },
    refundsBecome: (status) => {
      refundsEnd = status
      for (const made of refunds.values()) endRefund(made)
    },
    dispute: (paymentId, outcome, nth = 1) => {
      const payment = payments.get(paymentId)
      if (!payment) throw new Error(`no payment ${paymentId}`)
      const dispute: Dispute = {
        id: `dts_${nth}_${paymentId}`,
        state: disputeStates[outcome],
        amount_money: payment.amount_money,
        location_id: locationId,
        disputed_payment: { payment_id: paymentId },
      }
      disputes.set(dispute.id, dispute)
      const type = outcome === 'opened' ? 'dispute.created' : 'dispute.state.updated'
      post(type, 'dispute', dispute.id, dispute)
    },
    hideDisputes: () => {
      hidesDisputes = true
    },
    listLate: () => {
      isListLate = true
    },
    refuseCards: () => {
      keepsCards = false
    },
    postEvent: post,
    undocumented: server.undocumented,
    close: server.close,
  }
}

const now = () => new Date().toISOString()
