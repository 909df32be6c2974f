import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { SandboxStoreOutcome } from '#contract/points/sandbox-store.ts'
import type { Context } from '#server/context.ts'
import { buyerOf, courseOf } from './buyer.ts'
import { payerKeyOf } from './request-payment.ts'

type StoreRefusal =
  | 'notFound'
  | 'courseGone'
  | 'birthDateMissing'
  | 'underAge'
  | 'purchaseFrozen'
  | 'purchaseLimitReached'

/**
 * Buys a point pack in the sandbox's App Store. As the native app does before it offers a purchase, it asks
 * whether the member may buy: the transaction itself is never refused later for the member's sake.
 */
export const buyInSandboxStore = async (
  context: Context,
  memberId: string,
  { orderId, courseId, outcome }: { orderId: string; courseId: string; outcome: SandboxStoreOutcome },
): Promise<{ signedTransaction: string } | Refusal<StoreRefusal>> => {
  const { sandbox } = context.payments
  if (!sandbox || context.payments.accepting('storekit') !== sandbox) return refuse('notFound')
  const [buyer, course] = await Promise.all([
    buyerOf(context.db, memberId, context.now()),
    courseOf(context.db, courseId),
  ])
  if (!buyer.isBirthDateStated) return refuse('birthDateMissing')
  if (buyer.isUnderAge) return refuse('underAge')
  if (buyer.isFrozen) return refuse('purchaseFrozen')
  if (!course?.isOnSale) return refuse('courseGone')
  const { leftYen } = buyer.limits
  if (leftYen !== null && course.priceYen > leftYen) return refuse('purchaseLimitReached')
  const payerKey = payerKeyOf(context, memberId)
  const bought = { orderId, payerKey, productId: courseId, priceYen: course.priceYen, outcome }
  return { signedTransaction: sandbox.buyInStore(bought) }
}
