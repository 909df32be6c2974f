import type { Square } from 'square'
import type { DeclineReason, NamedCard, PaymentRecord, SavedCard } from '../port.ts'

const currency = 'JPY'

export const moneyOf = (yen: number): Square.Money => ({ amount: BigInt(yen), currency })

/** Whole yen; throws for another currency, which this account never accepts. */
const yenOf = (money: Square.Money | undefined): number => {
  if (money?.amount == null || money.currency !== currency)
    throw new Error(`Square tells an amount in ${money?.currency ?? 'no currency'} instead of ${currency}`)
  return Number(money.amount)
}

/** Square's error codes as what a payer can do about them. */
const reasons: Record<string, DeclineReason> = {
  INSUFFICIENT_FUNDS: 'insufficientFunds',
  GIFT_CARD_AVAILABLE_AMOUNT: 'insufficientFunds',
  CARD_EXPIRED: 'expired',
  INVALID_EXPIRATION: 'expired',
  INVALID_EXPIRATION_YEAR: 'expired',
  INVALID_EXPIRATION_DATE: 'expired',
  EXPIRATION_FAILURE: 'expired',
  BAD_EXPIRATION: 'expired',
  CVV_FAILURE: 'invalidCard',
  ADDRESS_VERIFICATION_FAILURE: 'invalidCard',
  INVALID_CARD: 'invalidCard',
  INVALID_CARD_DATA: 'invalidCard',
  INVALID_ACCOUNT: 'invalidCard',
  PAN_FAILURE: 'invalidCard',
  UNSUPPORTED_CARD_BRAND: 'invalidCard',
  CARD_NOT_SUPPORTED: 'invalidCard',
  CARD_TOKEN_EXPIRED: 'invalidCard',
  SOURCE_EXPIRED: 'invalidCard',
  NOT_FOUND: 'invalidCard',
  CARD_TOKEN_USED: 'alreadyUsed',
  SOURCE_USED: 'alreadyUsed',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'challengeFailed',
  CURRENCY_MISMATCH: 'amountMismatch',
  PAYMENT_AMOUNT_MISMATCH: 'amountMismatch',
}

/** Undefined when the errors aren't about what the payer handed over. */
export const reasonOf = (
  errors: readonly { category: string; code: string }[],
): DeclineReason | undefined => {
  const known = errors.flatMap(({ code }) => reasons[code] ?? [])[0]
  const isDecline = errors.some(({ category }) => category === 'PAYMENT_METHOD_ERROR')
  return known ?? (isDecline ? 'declined' : undefined)
}

/** A payment as reconciliation sees it. */
export const recordOf = (payment: Square.Payment, isDisputed: boolean): PaymentRecord => {
  const paymentId = payment.id ?? ''
  switch (payment.status) {
    case 'COMPLETED':
      return {
        state: 'captured',
        paymentId,
        amountYen: yenOf(payment.amountMoney),
        refundedYen: payment.refundedMoney ? yenOf(payment.refundedMoney) : 0,
        isDisputed,
      }
    case 'CANCELED':
    case 'FAILED': {
      const reason = reasonOf(payment.cardDetails?.errors ?? []) ?? 'declined'
      return { state: 'failed', paymentId, reason }
    }
    default:
      return { state: 'open', paymentId }
  }
}

/** The state of a dispute, or of the inquiry before one. A lost dispute stays against us: the money is gone. */
export const isConcludedForUs = (state: string | undefined): boolean =>
  state === 'WON' || state === 'INQUIRY_CLOSED'

/** Undefined where Square doesn't name the card, and where a payment had none. */
export const namedCardOf = (card: Square.Card | undefined): NamedCard | undefined =>
  card?.last4 ? { brand: card.cardBrand ?? 'OTHER_BRAND', last4: card.last4 } : undefined

/** Undefined where Square doesn't say enough to show the card to its owner. */
export const savedCardOf = (card: Square.Card | undefined): SavedCard | undefined => {
  if (!card?.id || !card.customerId || !card.last4 || card.expMonth == null || card.expYear == null)
    return undefined
  return {
    customerId: card.customerId,
    cardId: card.id,
    brand: card.cardBrand ?? 'OTHER_BRAND',
    last4: card.last4,
    expiryMonth: Number(card.expMonth),
    expiryYear: Number(card.expYear),
  }
}
