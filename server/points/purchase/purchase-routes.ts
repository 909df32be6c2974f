import type { PaymentSource } from '#adapters/payments/port.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { pointsValidDays } from '#contract/points/points.ts'
import type { Order, PaymentMethod, purchaseEndpoints } from '#contract/points/purchase.ts'
import type { Context } from '#server/context.ts'
import type { Client, HandlersOf } from '#server/http/handlers.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { buyerOf, pointPacksOnSale, setOwnPurchaseLimit } from '../orders/buyer.ts'
import { findOrder, ordersOf } from '../orders/order-record.ts'
import { type PlaceRefusal, type Purchase, placeOrder } from '../orders/place-order.ts'
import { orderView, orderViews } from '../orders/queries.ts'
import { reconcile } from '../orders/reconcile.ts'
import { buyInSandboxStore } from '../orders/sandbox-store.ts'
import { chargeableCardOf, removeSavedCard } from '../orders/saved-card.ts'

const dayMs = 86_400_000

type Confirmed = Omit<Purchase, 'method' | 'source' | 'origin' | 'networkKey'>

const originOf = (context: Context, client: Client): string =>
  context.config.publicUrl ?? `http://${client.host}`

const buy = async (
  { context, viewer, client, input }: { context: Context; viewer: Viewer; client: Client; input: Confirmed },
  method: PaymentMethod,
  source: PaymentSource | null,
): Promise<{ type: 'success'; order: Order } | Refusal<PlaceRefusal>> => {
  const placed = await placeOrder(context, viewer.memberId, {
    ...input,
    method,
    source,
    origin: originOf(context, client),
    networkKey: addressKey(context.secret, client.address),
  })
  return isRefusal(placed) ? placed : { type: 'success', order: await orderView(context.db, placed) }
}

const ownChallenge = async ({ db, payments }: Context, viewer: Viewer, paymentId: string) => {
  const challenge = await payments.sandbox?.challengeOf(paymentId)
  const order = challenge && (await findOrder(db, challenge.orderId))
  return order?.memberId === viewer.memberId ? challenge : undefined
}

/** Records a step towards a purchase, for the operators' funnel. */
const logStep = async (context: Context, viewer: Viewer, step: string, courseId?: string) => {
  if (!context.limits.purchaseRequest.admits(`step:${viewer.memberId}`)) return refuse('tooManyRequests')
  const values = { member_id: viewer.memberId, step, course_id: courseId ?? null }
  await context.db.insertInto('purchase_step').values(values).execute()
  return { type: 'success' as const }
}

export const purchaseHandlers: HandlersOf<typeof purchaseEndpoints> = {
  getCreditPurchaseCourseInfo: async ({ context, viewer }) => {
    const { db, payments } = context
    const [courses, buyer, card] = await Promise.all([
      pointPacksOnSale(db),
      buyerOf(db, viewer.memberId, context.now()),
      chargeableCardOf(context, viewer.memberId),
    ])
    return {
      type: 'success',
      courses,
      firstPurchaseBonusPoints: buyer.bonusPoints,
      methods: payments.methods.filter((method) => method !== 'savedCard' || card !== null),
      savedCard: card && {
        brand: card.brand,
        last4: card.last4,
        expiryMonth: card.expiryMonth,
        expiryYear: card.expiryYear,
      },
      cardFields: payments.cardFields,
      paidyCheckout: payments.paidyCheckout,
      bankAccount: payments.bankAccount,
      isSandbox: payments.sandbox !== undefined,
      limits: buyer.limits,
      birthDateStated: buyer.isBirthDateStated,
      isUnderAge: buyer.isUnderAge,
      isFrozen: buyer.isFrozen,
      debtPoints: buyer.debtPoints,
      expiresAt: new Date(context.now() + pointsValidDays * dayMs).toISOString(),
    }
  },

  squarePayment: (request) => {
    const { token, verification, saveCard } = request.input
    return buy(request, 'card', { kind: 'card', token, verification, save: saveCard })
  },

  quickCharge: async (request) => {
    const card = await chargeableCardOf(request.context, request.viewer.memberId)
    if (!card) return refuse('savedCardMissing')
    return buy(request, 'savedCard', {
      kind: 'savedCard',
      cardId: card.cardId,
      customerId: card.customerId,
    })
  },

  paidyCaptureRequest: (request) =>
    buy(request, 'paidy', { kind: 'paidy', paymentId: request.input.paymentId }),

  confirmPurchaseForStorekit2: async (request) => {
    const { context, viewer, input } = request
    // Nothing is lost: the app sends a transaction again until its points are granted.
    if (!context.limits.purchaseRequest.admits(`storekit:${viewer.memberId}`))
      return refuse('tooManyRequests')
    return buy(request, 'storekit', { kind: 'storekit', signedTransaction: input.signedTransaction })
  },

  requestBankTransfer: (request) => buy(request, 'bankTransfer', null),

  getSandboxChallenge: async ({ context, viewer, input }) => {
    const challenge = await ownChallenge(context, viewer, input.paymentId)
    return challenge
      ? { type: 'success', orderId: challenge.orderId, amountYen: challenge.amountYen }
      : refuse('notFound')
  },

  resolveSandboxChallenge: async ({ context, viewer, input }) => {
    const challenge = await ownChallenge(context, viewer, input.paymentId)
    if (!challenge) return refuse('notFound')
    await context.payments.sandbox?.resolveChallenge(input.paymentId, input.isPassed ? 'passed' : 'failed')
    await reconcile(context, challenge.orderId)
    const order = await findOrder(context.db, challenge.orderId)
    return order ? { type: 'success', order: await orderView(context.db, order) } : refuse('notFound')
  },

  buyInSandboxStore: async ({ context, viewer, input }) => {
    if (!context.limits.purchaseRequest.admits(`store:${viewer.memberId}`)) return refuse('tooManyRequests')
    const bought = await buyInSandboxStore(context, viewer.memberId, input)
    return isRefusal(bought) ? bought : { type: 'success', ...bought }
  },

  getOrder: async ({ context, viewer, input }) => {
    const order = await findOrder(context.db, input.orderId)
    if (order?.memberId !== viewer.memberId) return refuse('notFound')
    return { type: 'success', order: await orderView(context.db, order) }
  },

  getOrders: async ({ context, viewer, input }) => {
    const found = await ordersOf(context.db, viewer.memberId, {
      before: input.before,
      limit: input.limit + 1,
    })
    return {
      type: 'success',
      orders: await orderViews(context.db, found.slice(0, input.limit)),
      more: found.length > input.limit,
    }
  },

  setOwnPurchaseLimit: async ({ context, viewer, input }) => ({
    type: 'success',
    limits: await setOwnPurchaseLimit(context.db, viewer.memberId, input.monthlyYen, context.now()),
  }),

  removeSavedCard: async ({ context, viewer }) => {
    await removeSavedCard(context, viewer.memberId)
    return { type: 'success' }
  },

  logBeforePurchase: ({ context, viewer, input }) => logStep(context, viewer, input.step, input.courseId),

  utageNotEnoughPoint: ({ context, viewer }) => logStep(context, viewer, 'notEnoughPoint'),

  getMyAddress: async ({ client }) => ({ type: 'success', address: client.address }),
}
