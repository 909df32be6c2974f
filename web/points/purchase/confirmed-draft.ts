import type { Course, PaidyCheckout } from '#contract/points/purchase.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { count } from '#web/text/format.ts'
import { authoriseAtPaidy } from './paidy-checkout.ts'
import type { PurchaseDraft } from './purchase-draft.ts'

/** A history entry's state as a draft; null when the page was opened by hand. */
export const draftIn = (state: unknown): PurchaseDraft | null =>
  typeof state === 'object' && state !== null && 'draft' in state ? (state.draft as PurchaseDraft) : null

/** When everything that was shown may still be as it was, the same draft may be sent again. */
export const mayChooseAgain = (code: RefusalBody['code']): boolean =>
  code === 'purchaseChanged' ||
  code === 'courseGone' ||
  code === 'paymentTriesTooMany' ||
  code === 'transfersOpen'

/**
 * The draft with the payer's authorisation from the service's own window, where it has one; or the refusal: a text, or
 * null when the payer closed the window.
 */
export const withAuthorisation = async (
  draft: PurchaseDraft,
  paidyCheckout: PaidyCheckout,
  course: Course,
): Promise<PurchaseDraft | { refused: string | null }> => {
  const { orderId, payment } = draft
  if (payment.method !== 'paidy' || payment.paymentId !== '' || !paidyCheckout) return draft
  const title = `${count(course.paidPoints + course.freePoints)}ポイント`
  const order = { orderId, amountYen: course.priceYen, title }
  const result = await authoriseAtPaidy(paidyCheckout, order).catch(() => ({ status: 'failed' }) as const)
  switch (result.status) {
    case 'authorized':
      return { ...draft, payment: { ...payment, paymentId: result.paymentId } }
    case 'closed':
      return { refused: null }
    case 'rejected':
      return { refused: 'Paidyで承認されませんでした。別のお支払い方法をお試しください。' }
    case 'failed':
      return { refused: 'Paidyに接続できませんでした。時間をおいてお試しください。' }
  }
}
