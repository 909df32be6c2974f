import { call, type Failure } from '#contract/core/client.ts'
import {
  type Course,
  confirmationVersion,
  type Order,
  type PaidyCheckout,
  purchaseEndpoints,
} from '#contract/points/purchase.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { count } from '#web/text/format.ts'
import { authoriseAtPaidy } from './paidy-checkout.ts'
import type { CardFieldsHandle } from './square-card-fields.ts'

/** How the draft will be paid, with the words that name it. */
export type Payment =
  | { method: 'card'; token: string; saveCard: boolean; label: string }
  | { method: 'savedCard'; label: string }
  | { method: 'paidy'; paymentId: string; label: string }
  | { method: 'bankTransfer'; label: string }

/** A chosen purchase before its confirmation. It lives in the history entry, so that it survives a reload. */
export interface PurchaseDraft {
  /** The order's id: sending the draft again is the same order. */
  orderId: string
  courseId: string
  payment: Payment
  /** The page that the order leads back to; null: home. */
  back?: string | null
}

/** A history entry's state as a draft; null when the page was opened by hand. */
export const draftIn = (state: unknown): PurchaseDraft | null =>
  typeof state === 'object' && state !== null && 'draft' in state ? (state.draft as PurchaseDraft) : null

/** When everything that was shown may still be as it was, the same draft may be sent again. */
export const mayChooseAgain = (code: RefusalBody['code']): boolean =>
  code === 'purchaseChanged' ||
  code === 'courseGone' ||
  code === 'paymentTriesTooMany' ||
  code === 'transfersOpen'

/** The payment with its card checked by the service's own fields, where it has any; null when that isn't a card. */
export const withCheckedCard = async (
  payment: Payment,
  amountYen: number,
  fields: CardFieldsHandle | null,
): Promise<Payment | null> => {
  if (payment.method !== 'card' || payment.token !== '') return payment
  const typed = await fields?.tokenize({ amountYen, isKept: payment.saveCard }).catch(() => null)
  return typed ? { ...payment, ...typed } : null
}

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

/** Pays for a confirmed draft. The amounts are those on the screen: the server compares them with its own. */
export const payDraft = async (
  draft: PurchaseDraft,
  shown: { course: Course; bonusPoints: number },
): Promise<Order | Failure> => {
  const confirmed = {
    orderId: draft.orderId,
    courseId: draft.courseId,
    priceYen: shown.course.priceYen,
    bonusPoints: shown.bonusPoints,
    confirmationVersion,
  }
  const answer = await requestOrder(draft.payment, confirmed)
  return answer.type === 'error' ? answer : answer.order
}

const requestOrder = (
  payment: Payment,
  confirmed: Parameters<typeof call<typeof purchaseEndpoints.quickCharge>>[1],
) => {
  switch (payment.method) {
    case 'card':
      return call(purchaseEndpoints.squarePayment, {
        ...confirmed,
        token: payment.token,
        saveCard: payment.saveCard,
      })
    case 'savedCard':
      return call(purchaseEndpoints.quickCharge, confirmed)
    case 'paidy':
      return call(purchaseEndpoints.paidyCaptureRequest, { ...confirmed, paymentId: payment.paymentId })
    case 'bankTransfer':
      return call(purchaseEndpoints.requestBankTransfer, confirmed)
  }
}
