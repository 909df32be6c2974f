import type { Square } from 'square'
import type { PaymentAnswer, PaymentGateway, PaymentOrder, PaymentRecord, PaymentRequest } from './port.ts'
import { saveCard } from './square/cards.ts'
import { eventsOf } from './square/events.ts'
import { isConcludedForUs, moneyOf, namedCardOf, reasonOf, recordOf } from './square/records.ts'
import { createSquareAccess, idempotencyKeyOf, type SquareAccess } from './square/sdk.ts'

export interface SquareOptions {
  accessToken: string
  locationId: string
  webhookSignatureKey: string
  /** `https://connect.squareup.com`, `https://connect.squareupsandbox.com` or a stand-in. */
  baseUrl: string
  timeoutMs?: number
}

const timeoutMsByDefault = 10_000
const signatureHeader = 'x-square-hmacsha256-signature'
/** How far back to search for an order whose time is unknown. */
const searchMsByDefault = 3 * 24 * 3_600_000
/** Clocks differ. */
const clockLeewayMs = 600_000

/** Square's card payments (https://developer.squareup.com/reference/square), captured at once. */
export const createSquare = (options: SquareOptions): PaymentGateway => {
  const { locationId, webhookSignatureKey, timeoutMs = timeoutMsByDefault } = options
  const open = createSquareAccess({ ...options, timeoutMs })

  const find = async (order: PaymentOrder): Promise<PaymentRecord> => {
    const access = await open()
    const payment = await paymentOf(access, locationId, order)
    if (!payment) return { state: 'none' }
    const isDisputed =
      payment.status === 'COMPLETED' && (await hasDispute(access, locationId, payment.id ?? ''))
    return recordOf(payment, isDisputed)
  }

  const pay = async (request: PaymentRequest): Promise<PaymentAnswer> => {
    if (request.source.kind === 'card' && !isCardToken(request.source.token))
      return { state: 'declined', reason: 'invalidCard' }
    const wanted = wantedOf(request, locationId)
    if (!wanted) return { state: 'declined', reason: 'notAuthorised' }
    const access = await open()
    try {
      const { payment } = await access.client.payments.create(wanted)
      return payment ? await answerOf(access, payment, request) : { state: 'unknown' }
    } catch (error) {
      const refusal = access.refusalOf(error)
      if (!refusal) throw error
      const isKeyUsed = refusal.errors.some(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')
      if (isKeyUsed) return paymentAnswerOf(await find(request))
      const reason = reasonOf(refusal.errors)
      return reason ? { state: 'declined', reason } : { state: 'unknown' }
    }
  }

  return {
    name: 'square',
    pay: (request) => pay(request).catch((): PaymentAnswer => ({ state: 'unknown' })),
    find,
    giveUp: async (order) => {
      const { client, refusalOf } = await open()
      const idempotencyKey = idempotencyKeyOf(order.orderId)
      const refusal = await client.payments.cancelByIdempotencyKey({ idempotencyKey }).then(
        () => undefined,
        (error: unknown) => {
          const refused = refusalOf(error)
          if (!refused) throw error
          return refused
        },
      )
      const record = await find(order)
      if (record.state === 'none' && refusal)
        throw new Error('Square holds a payment that it neither cancels nor lists yet', { cause: refusal })
      return record
    },
    refund: async ({ key, paymentId, amountYen }) => {
      const { client, refusalOf } = await open()
      try {
        const { refund } = await client.refunds.refundPayment({
          idempotencyKey: idempotencyKeyOf(key),
          paymentId,
          amountMoney: moneyOf(amountYen),
        })
        return outcomeOf(await settled(client, refund))
      } catch (error) {
        return refusalOf(error) ? 'refused' : 'unknown'
      }
    },
    readEvents: async ({ headers, body, url }) => {
      const { verifySignature } = await open()
      const requestBody = Buffer.from(body).toString('utf8')
      const isSigned = await verifySignature({
        requestBody,
        signatureHeader: headers.get(signatureHeader) ?? '',
        signatureKey: webhookSignatureKey,
        notificationUrl: url,
      })
      return isSigned ? eventsOf(requestBody, locationId) : 'unsigned'
    },
    removeCard: async ({ cardId }) => {
      const { client, refusalOf } = await open()
      await client.cards.disable({ cardId }).catch((error: unknown) => {
        if (!refusalOf(error)) throw error
      })
    },
  }
}

/** Square takes its time over a refund, and repeats its first answer for the same key: the state has to be fetched. */
const settled = async (
  client: SquareAccess['client'],
  refund: Square.PaymentRefund | undefined,
): Promise<string | undefined> => {
  if (refund?.status !== 'PENDING') return refund?.status ?? undefined
  const now = await client.refunds.get({ refundId: refund.id }).catch(() => undefined)
  return now?.refund?.status ?? 'PENDING'
}

const outcomeOf = (refundStatus: string | undefined): 'refunded' | 'unknown' | 'refused' => {
  switch (refundStatus) {
    case 'COMPLETED':
      return 'refunded'
    case 'REJECTED':
    case 'FAILED':
      return 'refused'
    default:
      return 'unknown'
  }
}

/**
 * What Square's card fields make of a card. Where a token is accepted, Square also accepts CASH and EXTERNAL, which
 * charge nobody, and the id of any card on file.
 */
const isCardToken = (token: string): boolean => token.startsWith('cnon:')

const wantedOf = (
  { orderId, amountYen, source }: PaymentRequest,
  locationId: string,
): Square.CreatePaymentRequest | undefined => {
  const common = {
    idempotencyKey: idempotencyKeyOf(orderId),
    amountMoney: moneyOf(amountYen),
    autocomplete: true,
    locationId,
    referenceId: orderId,
  }
  if (source.kind === 'savedCard')
    return { ...common, sourceId: source.cardId, customerId: source.customerId }
  if (source.kind !== 'card') return undefined
  const { token, verification } = source
  return { ...common, sourceId: token, ...(verification ? { verificationToken: verification } : {}) }
}

const answerOf = async (
  { client }: SquareAccess,
  payment: Square.Payment,
  request: PaymentRequest,
): Promise<PaymentAnswer> => {
  const recorded = paymentAnswerOf(recordOf(payment, false))
  const answer =
    recorded.state === 'captured'
      ? { ...recorded, paidWith: namedCardOf(payment.cardDetails?.card) }
      : recorded
  if (answer.state !== 'captured' || request.source.kind !== 'card' || !request.source.save) return answer
  // The payment counts whether or not its card could be saved.
  const card = await saveCard(client, payment, request).catch(() => undefined)
  return { ...answer, card }
}

/** Square's record as the answer to a request to pay. */
const paymentAnswerOf = (record: PaymentRecord): PaymentAnswer => {
  if (record.state === 'failed')
    return { state: 'declined', reason: record.reason, paymentId: record.paymentId }
  if (record.state !== 'captured') return { state: 'unknown' }
  return { state: 'captured', paymentId: record.paymentId, amountYen: record.amountYen }
}

const paymentOf = async (
  { client, refusalOf }: SquareAccess,
  locationId: string,
  { orderId, paymentId, requestedAtMs }: PaymentOrder,
): Promise<Square.Payment | undefined> => {
  if (paymentId !== undefined) {
    const { payment } = await client.payments.get({ paymentId }).catch((error: unknown) => {
      if (refusalOf(error)?.statusCode === 404) return { payment: undefined }
      throw error
    })
    return payment
  }
  const sinceMs = requestedAtMs === undefined ? Date.now() - searchMsByDefault : requestedAtMs - clockLeewayMs
  const page = await client.payments.list({
    locationId,
    beginTime: new Date(sinceMs).toISOString(),
    sortOrder: 'ASC',
  })
  let found: Square.Payment | undefined
  for await (const payment of page) {
    if (payment.referenceId !== orderId) continue
    if (payment.status === 'COMPLETED') return payment
    found = payment
  }
  return found
}

/** False also where Square can't list disputes now: webhooks report disputes, and the payment is reported all the same. */
const hasDispute = (access: SquareAccess, locationId: string, paymentId: string): Promise<boolean> =>
  listsDispute(access, locationId, paymentId).catch(() => false)

const listsDispute = async (
  { client }: SquareAccess,
  locationId: string,
  paymentId: string,
): Promise<boolean> => {
  for await (const dispute of await client.disputes.list({ locationId }))
    if (dispute.disputedPayment?.paymentId === paymentId && !isConcludedForUs(dispute.state)) return true
  return false
}
