import * as z from 'zod/mini'
import { createPaidyApi, isPaidyId, type PaidyPayment, PaidyRefusal } from './paidy/api.ts'
import { createKeyedMutex } from './paidy/keyed-mutex.ts'
import type {
  PaymentAnswer,
  PaymentEvent,
  PaymentGateway,
  PaymentOrder,
  PaymentRecord,
  PaymentRequest,
} from './port.ts'

export interface PaidyOptions {
  secretKey: string
  /** `https://api.paidy.com` or a stand-in. */
  baseUrl: string
  timeoutMs?: number
}

const timeoutMsByDefault = 10_000

/** A webhook's body (https://paidy.com/docs/en/webhook.html): it only says which payment to look up. */
const hint = z.object({ payment_id: z.string() })

/**
 * Paidy: the payer authorises with Paidy's own checkout, naming our order; we look at what was authorised and capture
 * it. Paidy has no idempotency keys: a payment can be captured only once, and refunds carry our key as metadata.
 */
export const createPaidy = (options: PaidyOptions): PaymentGateway => {
  const api = createPaidyApi({ timeoutMs: timeoutMsByDefault, ...options })
  const inTurn = createKeyedMutex()

  const retrieve = async (paymentId: string | undefined): Promise<PaidyPayment | undefined> =>
    paymentId === undefined ? undefined : api.retrieve(paymentId)
  /** A payment belongs only to the order that it names; the sender of its id doesn't matter. */
  const paymentOf = async ({ orderId, paymentId }: PaymentOrder): Promise<PaidyPayment | undefined> => {
    const payment = await retrieve(paymentId)
    return payment?.order.order_ref === orderId ? payment : undefined
  }
  /** Acts; when Paidy says no, the stored state decides: another may have been quicker. */
  const actOn = async (paymentId: string, act: () => Promise<PaidyPayment>): Promise<PaymentRecord> => {
    try {
      return recordOf(await act())
    } catch (error) {
      if (!(error instanceof PaidyRefusal)) throw error
      return recordOf(await retrieve(paymentId))
    }
  }

  const pay = async (request: PaymentRequest): Promise<PaymentAnswer> => {
    if (request.source.kind !== 'paidy') return { state: 'declined', reason: 'notAuthorised' }
    const { paymentId } = request.source
    const payment = await retrieve(paymentId)
    const refused = refusalOf(payment, request)
    if (refused) return refused
    const record =
      payment?.status === 'authorized'
        ? await actOn(paymentId, () => api.capture(paymentId))
        : recordOf(payment)
    if (record.state === 'captured') return { state: 'captured', paymentId, amountYen: record.amountYen }
    return record.state === 'failed'
      ? { state: 'declined', reason: record.reason, paymentId }
      : { state: 'unknown' }
  }

  const refund: PaymentGateway['refund'] = async ({ key, paymentId, amountYen }) => {
    const payment = await retrieve(paymentId)
    if (payment?.refunds.some(({ metadata }) => metadata?.key === key)) return 'refunded'
    const [capture] = payment?.captures ?? []
    if (!payment || !capture || refundedYenOf(payment) + amountYen > capturedYenOf(payment)) return 'refused'
    await api.refund(paymentId, { captureId: capture.id, amountYen, key })
    return 'refunded'
  }

  return {
    name: 'paidy',
    pay: (request) => pay(request).catch((): PaymentAnswer => ({ state: 'unknown' })),
    find: async (order) => recordOf(await paymentOf(order)),
    giveUp: async (order) => {
      const payment = await paymentOf(order)
      if (payment?.status !== 'authorized') return recordOf(payment)
      return actOn(payment.id, () => api.close(payment.id))
    },
    refund: (wanted) =>
      inTurn(wanted.paymentId, () => refund(wanted)).catch((error: unknown) =>
        error instanceof PaidyRefusal ? 'refused' : 'unknown',
      ),
    readEvents: async ({ body }, mayQuery = async () => true) => {
      const named = hint.safeParse(jsonOf(body))
      if (!named.success || !isPaidyId(named.data.payment_id)) return 'unsigned'
      const { payment_id: paymentId } = named.data
      if (!(await mayQuery(paymentId))) return 'later'
      const payment = await retrieve(paymentId)
      return payment ? eventsOf(payment) : 'unsigned'
    },
    removeCard: async () => undefined,
  }
}

const capturedYenOf = ({ captures }: PaidyPayment): number =>
  captures.reduce((sum, { amount }) => sum + amount, 0)
const refundedYenOf = ({ refunds }: PaidyPayment): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/** Why this order can't be paid with what the payer brought; undefined when it can. */
const refusalOf = (
  payment: PaidyPayment | undefined,
  { orderId, amountYen }: PaymentRequest,
): PaymentAnswer | undefined => {
  if (!payment) return { state: 'declined', reason: 'notAuthorised' }
  if (payment.order.order_ref !== orderId)
    return { state: 'declined', reason: payment.captures.length > 0 ? 'alreadyUsed' : 'notAuthorised' }
  if (payment.currency !== 'JPY' || payment.amount !== amountYen)
    return { state: 'declined', reason: 'amountMismatch', paymentId: payment.id }
  return undefined
}

const recordOf = (payment: PaidyPayment | undefined): PaymentRecord => {
  if (!payment) return { state: 'none' }
  const { id: paymentId, status } = payment
  if (payment.captures.length > 0)
    return {
      state: 'captured',
      paymentId,
      amountYen: capturedYenOf(payment),
      refundedYen: refundedYenOf(payment),
      // Paidy carries the risk of a payer who doesn't pay.
      isDisputed: false,
    }
  return status === 'authorized'
    ? { state: 'open', paymentId }
    : { state: 'failed', paymentId, reason: status === 'rejected' ? 'declined' : 'notAuthorised' }
}

/** All that a payment has become so far, whichever webhook named it. */
const eventsOf = (payment: PaidyPayment): PaymentEvent[] => {
  const { id: paymentId, captures, refunds, status } = payment
  const about = { paymentId, orderId: payment.order.order_ref ?? undefined }
  if (captures.length === 0 && status !== 'authorized')
    return [{ eventId: `${paymentId}:failed`, kind: 'failed', ...about, amountYen: payment.amount }]
  return [
    ...captures.map(({ id, amount }) => ({
      eventId: `${id}:captured`,
      kind: 'captured' as const,
      ...about,
      amountYen: amount,
    })),
    ...refunds.map(({ id, amount }) => ({
      eventId: `${id}:refunded`,
      kind: 'refunded' as const,
      ...about,
      amountYen: amount,
    })),
  ]
}

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
