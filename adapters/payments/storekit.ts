import * as z from 'zod/mini'
import type { PaymentAnswer, PaymentEvent, PaymentGateway, PaymentRecord, PaymentRequest } from './port.ts'
import {
  createStoreKitAccess,
  NotFromApple,
  type StoreKitNotification,
  type StoreKitTransaction,
  type StoreKitTrust,
} from './storekit/sdk.ts'

export interface StoreKitOptions extends StoreKitTrust {
  /** Whole yen by product id: the courses' prices in the App Store. */
  products: Readonly<Record<string, number>>
  timeoutMs?: number
}

const timeoutMsByDefault = 10_000
/** `revocationPercentage` is in thousandths of a percent. */
const wholeInMilliPercent = 100_000

const webhookShape = z.object({ signedPayload: z.string() })

/** What a notification means for its payment; others (CONSUMPTION_REQUEST, TEST, subscriptions) bring no event. */
const eventKinds: Partial<Record<string, PaymentEvent['kind']>> = {
  ONE_TIME_CHARGE: 'captured',
  REFUND: 'refunded',
  REFUND_REVERSED: 'refundReversed',
}

/**
 * StoreKit 2 purchases of the native app. Apple has the money before we learn of it: paying here means checking
 * Apple's signature and the buyer. Only Apple refunds. Without keys of the App Store Server API no transaction can be
 * looked up: the app sends an unfinished transaction again, and Apple's notifications report the rest.
 */
export const createStoreKit = (options: StoreKitOptions): PaymentGateway => {
  const { products, timeoutMs = timeoutMsByDefault } = options
  const open = createStoreKitAccess(options, timeoutMs)

  const pay = async (request: PaymentRequest): Promise<PaymentAnswer> => {
    if (request.source.kind !== 'storekit') return { state: 'declined', reason: 'notAuthorised' }
    const { readTransaction } = await open()
    const transaction = await readTransaction(request.source.signedTransaction)
    return answerOf(transaction, amountYenOf(transaction, products), request)
  }

  const find: PaymentGateway['find'] = async ({ paymentId }) => {
    const { fetchTransaction, readTransaction } = await open()
    const signed = paymentId === undefined ? undefined : await fetchTransaction(paymentId)
    if (signed === undefined) return { state: 'none' }
    const transaction = await readTransaction(signed)
    return recordOf(transaction, amountYenOf(transaction, products))
  }

  const readNotice = async (body: Uint8Array): Promise<PaymentEvent[]> => {
    const { readNotification, readTransaction } = await open()
    const { signedPayload } = webhookShape.parse(JSON.parse(Buffer.from(body).toString('utf8')))
    const notice = await readNotification(signedPayload)
    const kind = eventKinds[notice.notificationType ?? '']
    const signed = notice.data?.signedTransactionInfo
    if (!kind || !signed) return []
    return eventsOf(kind, notice, await readTransaction(signed), products)
  }

  return {
    name: 'storekit',
    pay: (request) =>
      pay(request).catch(
        (error: unknown): PaymentAnswer =>
          error instanceof NotFromApple
            ? { state: 'declined', reason: 'notAuthorised' }
            : { state: 'unknown' },
      ),
    find,
    // Apple takes the money by itself, or doesn't: there is nothing to cancel.
    giveUp: find,
    refund: async () => 'refused',
    readEvents: ({ body }) =>
      readNotice(body).catch((error: unknown) => {
        const isForged =
          error instanceof NotFromApple || error instanceof SyntaxError || error instanceof z.core.$ZodError
        if (isForged) return 'unsigned'
        throw error
      }),
    removeCard: async () => undefined,
  }
}

/** Undefined for a product we don't sell. */
const amountYenOf = (
  { productId = '', quantity = 1 }: StoreKitTransaction,
  products: StoreKitOptions['products'],
): number | undefined => {
  const priceYen = Object.hasOwn(products, productId) ? products[productId] : undefined
  return priceYen === undefined ? undefined : priceYen * quantity
}

/** As UUIDs: with or without dashes, in either case. */
const isSame = (one: string | undefined, other: string): boolean =>
  one !== undefined && plainUuid(one) === plainUuid(other)
const plainUuid = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase()

const answerOf = (
  transaction: StoreKitTransaction,
  boughtYen: number | undefined,
  { orderId, payerKey }: PaymentRequest,
): PaymentAnswer => {
  const { transactionId, appAccountToken } = transaction
  const isTheirs = isSame(appAccountToken, orderId) || isSame(appAccountToken, payerKey)
  // A purchase without a token belongs to nobody: anyone who got hold of it could hand it in.
  if (!transactionId || !isTheirs) return { state: 'declined', reason: 'notAuthorised' }
  const paymentId = transactionId
  if (transaction.revocationDate !== undefined)
    return { state: 'declined', reason: 'notAuthorised', paymentId }
  // Apple already has the money: a point pack whose price has changed since is still what was bought.
  if (boughtYen === undefined) return { state: 'declined', reason: 'amountMismatch', paymentId }
  return { state: 'captured', paymentId, amountYen: boughtYen }
}

const refundedYenOf = ({ revocationDate, revocationPercentage }: StoreKitTransaction, boughtYen: number) =>
  revocationDate === undefined
    ? 0
    : Math.round((boughtYen * (revocationPercentage ?? wholeInMilliPercent)) / wholeInMilliPercent)

const recordOf = (transaction: StoreKitTransaction, boughtYen: number | undefined): PaymentRecord => {
  const paymentId = transaction.transactionId
  if (!paymentId || boughtYen === undefined) return { state: 'none' }
  const refundedYen = refundedYenOf(transaction, boughtYen)
  return { state: 'captured', paymentId, amountYen: boughtYen, refundedYen, isDisputed: false }
}

const eventsOf = (
  kind: PaymentEvent['kind'],
  notice: StoreKitNotification,
  transaction: StoreKitTransaction,
  products: StoreKitOptions['products'],
): PaymentEvent[] => {
  const paymentId = transaction.transactionId
  const boughtYen = amountYenOf(transaction, products)
  if (!paymentId || boughtYen === undefined || !notice.notificationUUID) return []
  const amountYen = kind === 'refunded' ? refundedYenOf(transaction, boughtYen) : boughtYen
  const eventId = kind === 'captured' ? `${paymentId}:captured` : notice.notificationUUID
  const orderId = transaction.appAccountToken?.toLowerCase()
  return [{ eventId, kind, paymentId, orderId, amountYen }]
}
