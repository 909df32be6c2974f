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
