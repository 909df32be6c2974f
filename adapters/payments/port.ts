/**
 * The payments port: how money comes in from outside, one adapter a payment service. Amounts are whole yen, tax
 * included; another currency is never taken. An order id is made by the client and is the idempotency key.
 */

/** What a payer hands over; never a card number: the service's own fields keep it from us. */
export type PaymentSource =
  | {
      kind: 'card'
      token: string
      /** The service's proof of a buyer's check (3-D Secure), when it made one. */
      verification?: string | undefined
      /** Whether the service stores the card for the payer's next purchase. */
      save: boolean
    }
  | { kind: 'savedCard'; cardId: string; customerId: string }
  | { kind: 'paidy'; paymentId: string }
  | { kind: 'storekit'; signedTransaction: string }

export interface PaymentRequest {
  /** The order's client-made id: the idempotency key towards the service. */
  orderId: string
  amountYen: number
  source: PaymentSource
  /** The payer as the service may know them: an opaque key of the member, never a name. */
  payerKey: string
  /** Where a challenge (3-D Secure) sends the browser back to; absolute. */
  returnUrl: string
}

export interface SavedCard {
  customerId: string
  cardId: string
  brand: string
  last4: string
  /** 1 to 12. */
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
}

/** As a receipt names the card that paid. */
export type NamedCard = Pick<SavedCard, 'brand' | 'last4'>

export type DeclineReason =
  | 'declined'
  | 'insufficientFunds'
  | 'expired'
  | 'invalidCard'
  | 'challengeFailed'
  /** What the payer authorised or bought is another amount or currency; nothing was captured for this order. */
  | 'amountMismatch'
  /** What was handed over isn't authorised, isn't for this order, or isn't from the service. */
  | 'notAuthorised'
  /** The same authorisation or transaction paid another order. */
  | 'alreadyUsed'

export type PaymentAnswer =
  /** `amountYen` is the amount that the service captured: the caller grants points for that amount only. */
  | {
      state: 'captured'
      paymentId: string
      amountYen: number
      /** The card that the payer let the service store. */
      card?: SavedCard | undefined
      paidWith?: NamedCard | undefined
    }
  | { state: 'challenge'; paymentId: string; challengeUrl: string }
  | { state: 'declined'; reason: DeclineReason; paymentId?: string | undefined }
  /** The outcome isn't known (timeout, 5xx): `find` will show it. */
  | { state: 'unknown' }

/** What the service knows of an order; reconciliation reads it. */
export type PaymentRecord =
  | { state: 'none' }
  | { state: 'open'; paymentId: string }
  | { state: 'captured'; paymentId: string; amountYen: number; refundedYen: number; isDisputed: boolean }
  | { state: 'failed'; paymentId: string; reason: DeclineReason }

/** One event that a webhook brought. The same one may arrive twice, late, or out of order. */
export interface PaymentEvent {
  /** The same for each delivery of the same event. */
  eventId: string
  /** `refundReversed`: the service reversed a refund of its own. */
  kind: 'captured' | 'failed' | 'refunded' | 'refundReversed' | 'disputed' | 'disputeWon'
  paymentId: string
  orderId?: string | undefined
  /** The dispute, where the service names it; `x:inquiry` is a part of `x`, and ends with it at the latest. */
  disputeId?: string | undefined
  /** The amount of the payment, of this one refund, or of the dispute. */
  amountYen: number
}

/** A webhook as it came: the signature covers the raw body. */
export interface Webhook {
  headers: Headers
  body: Uint8Array
  /** The address that the service notifies. */
  url: string
}

/** Whether a hint that anybody may have posted is worth a question to the service. */
export type MayQuery = (paymentId: string) => Promise<boolean>

export interface PaymentOrder {
  orderId: string
  /** What `pay` answered; for Paidy, which knows nothing else, the id that the payer brought: it may be another order's. */
  paymentId?: string | undefined
  /** When payment was requested, in epoch milliseconds: services that can't search by order id are searched from here. */
  requestedAtMs?: number | undefined
}

export interface PaymentGateway {
  readonly name: 'sandbox' | 'square' | 'paidy' | 'storekit'
  /** Requests the payment, once per order id however often it is called. Never throws for an outage: 'unknown'. */
  pay(request: PaymentRequest): Promise<PaymentAnswer>
  /** Throws only when the service can't be reached. */
  find(order: PaymentOrder): Promise<PaymentRecord>
  /**
   * Cancels an order that isn't captured; returns its state afterwards (it may have been captured meanwhile).
   * Throws only when the service can't be reached.
   */
  giveUp(order: PaymentOrder): Promise<PaymentRecord>
  /**
   * Pays back a part or the whole, once per key. 'unknown' until it is certain: a repeated call returns the outcome.
   * 'refused' where the service alone refunds (StoreKit), and for an amount that is more than what is left of the
   * payment.
   */
  refund(refund: {
    key: string
    paymentId: string
    amountYen: number
  }): Promise<'refunded' | 'unknown' | 'refused'>
  /**
   * Verifies the signature over the raw body and reads the events; 'unsigned' is answered 401 and dropped. Throws when
   * the service has to be called and can't be: answered 503, so that the service sends the webhook again. The same goes
   * for 'later', of a service that signs nothing: `mayAsk` doesn't allow a call about this payment now.
   */
  readEvents(webhook: Webhook, mayQuery?: MayQuery): Promise<PaymentEvent[] | 'unsigned' | 'later'>
  /** Deletes a saved card at the service; a card that is already gone is no error. */
  removeCard(card: { customerId: string; cardId: string }): Promise<void>
}
