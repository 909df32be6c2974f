import type { PaymentSource } from '#adapters/payments/port.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { confirmationVersion, type PaymentMethod } from '#contract/points/purchase.ts'
import { isOrderUnpaid } from '#domain/points/purchase/order.ts'
import { type PurchaseRefusal, purchaseDecision } from '#domain/points/purchase/purchase.ts'
import { hasTriedTooOften, type TriesRefusal, triesRefusal } from '#domain/points/purchase/purchase-tries.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isConsentDue } from '#server/legal/queries.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import { isAnyClosed } from '#server/members/queries.ts'
import { buyerOf, courseOf, lockPurchases } from './buyer.ts'
import { findOrder, insertOrder, type OrderRecord } from './order-record.ts'
import { purchaseTriesOf, warnOfTries } from './purchase-tries.ts'
import { paymentRequestOf, requestPayment } from './request-payment.ts'

/** A purchase as its buyer confirmed it. */
export interface Purchase {
  orderId: string
  courseId: string
  /** What the confirmation showed; compared, never charged. */
  priceYen: number
  bonusPoints: number
  confirmationVersion: string
  method: PaymentMethod
  /** Null for a bank transfer, for which no service is asked. */
  source: PaymentSource | null
  /** Our own origin, as the buyer's browser knows it. */
  origin: string
  /** Keyed hash of the buyer's network, by which limits count. */
  networkKey: string
}

/** No service: an operator books the transfer. */
export const bankGateway = 'bank'

/** forbidden: the member has left meanwhile. */
export type PlaceRefusal = PurchaseRefusal | TriesRefusal | 'idempotencyMismatch' | 'forbidden'

interface Placed {
  isNew: boolean
  order: OrderRecord
}

/**
 * Buys points: the order is stored before the service is asked, and the answer is applied together with the
 * points. The client makes the id: a repeat of the purchase answers the first one's state. An answer that
 * isn't known in time leaves the order `paying`; reconciliation finds out.
 */
export const placeOrder = async (
  context: Context,
  memberId: string,
  purchase: Purchase,
): Promise<OrderRecord | Refusal<PlaceRefusal>> => {
  const placed = (await isForgedAgain(context, memberId, purchase))
    ? refuse('paymentTriesTooMany')
    : await inTransaction<Placed | Refusal<PlaceRefusal>>(context.db, (tx) =>
        store(context, tx, memberId, purchase),
      )
  if (isRefusal(placed)) {
    // Not in the transaction, which a refusal rolls back.
    if (placed.refused === 'paymentTriesTooMany') await warnOfTries(context.db, { ...purchase, memberId })
    return placed
  }
  if (purchase.source && (placed.isNew || bringsItAgain(placed.order, purchase)))
    await requestPayment(context, placed.order, purchase.source, purchase.origin)
  return (await findOrder(context.db, purchase.orderId)) ?? placed.order
}

/**
 * The app sends a transaction until its points are granted; only the transaction itself leads to its payment.
 */
const bringsItAgain = (order: OrderRecord, { source }: Purchase): boolean =>
  source?.kind === 'storekit' && isOrderUnpaid(order.state)

/**
 * Whether a member who sent many transactions that Apple never made sends another one: it then leaves no
 * order. Apple's own are never refused, because they are paid already; asking about one captures nothing.
 */
const isForgedAgain = async (context: Context, memberId: string, purchase: Purchase): Promise<boolean> => {
  const { source, orderId, courseId } = purchase
  const gateway = context.payments.accepting('storekit')
  if (source?.kind !== 'storekit' || !gateway || (await findOrder(context.db, orderId))) return false
  if (!hasTriedTooOften(await purchaseTriesOf(context.db, { ...purchase, memberId }))) return false
  const course = await courseOf(context.db, courseId)
  if (!course) return false
  const order = { id: orderId, memberId, priceYen: course.priceYen }
  const answer = await gateway.pay(paymentRequestOf(context, order, source, purchase.origin))
  return answer.state === 'declined'
}

/** Paidy finds a payment by its own id alone, so the id has to be known before the capture. */
const broughtPaymentOf = (gateway: string, source: PaymentSource | null): string | null =>
  source?.kind === 'paidy' && gateway === 'paidy' ? source.paymentId : null

const store = async (context: Context, tx: Tx, memberId: string, purchase: Purchase) => {
  // Two tabs of one member run one after the other, so that both can't fit below one limit.
  await lockPurchases(tx, memberId)
  const earlier = await findOrder(tx, purchase.orderId)
  if (earlier) {
    const isSame =
      earlier.memberId === memberId &&
      earlier.courseId === purchase.courseId &&
      earlier.method === purchase.method
    return isSame ? { isNew: false, order: earlier } : refuse('idempotencyMismatch')
  }
  if (await isAnyClosed(tx, [memberId])) return refuse('forbidden')
  const [buyer, course, isUnagreed, seatedId] = await Promise.all([
    buyerOf(tx, memberId, context.now()),
    courseOf(tx, purchase.courseId),
    isConsentDue(tx, memberId),
    seatedCallId(tx, memberId),
  ])
  const gateway = purchase.source ? context.payments.accepting(purchase.method)?.name : bankGateway
  const refusal = purchaseDecision({
    ...buyer,
    isConsentDue: isUnagreed,
    isInCall: seatedId !== null,
    course: course ? { ...course, bonusPoints: buyer.bonusPoints } : null,
    confirmed: { ...purchase, version: purchase.confirmationVersion },
    version: confirmationVersion,
    yenLeft: buyer.limits.leftYen,
    method: purchase.method,
    methods: gateway ? context.payments.methods : [],
  })
  if (refusal) return refusal
  const tried = triesRefusal(purchase.method, await purchaseTriesOf(tx, { ...purchase, memberId }))
  if (tried) return tried
  if (!course || !gateway) throw new Error('a purchase was allowed without a course or a gateway')
  const order = {
    id: purchase.orderId,
    memberId,
    courseId: course.id,
    method: purchase.method,
    gateway,
    state: purchase.source ? ('paying' as const) : ('created' as const),
    priceYen: course.priceYen,
    freePoints: course.freePoints,
    bonusPoints: buyer.bonusPoints,
    capturedYen: 0,
    refundedYen: 0,
    declineReason: null,
    broughtPaymentId: broughtPaymentOf(gateway, purchase.source),
    askedByProcess: purchase.source ? context.nodes.processId : null,
  }
  await insertOrder(tx, order, purchase)
  const stored = await findOrder(tx, order.id)
  if (!stored) throw new Error(`order ${order.id} vanished`)
  return { isNew: true, order: stored }
}
