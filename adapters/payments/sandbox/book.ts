import type { SandboxCardToken } from '#contract/points/sandbox-cards.ts'
import type { SandboxStoreOutcome } from '#contract/points/sandbox-store.ts'
import type { DeclineReason, PaymentEvent, PaymentRecord, SavedCard } from '../port.ts'

/** The sandbox's journal: the commands it received, in order. The first entry on a matter counts. */
export type SandboxEntry =
  | {
      type: 'asked'
      orderId: string
      paymentId: string
      amountYen: number
      /** What was handed over: a test card's token, a saved card, or what becomes of a purchase in the store. */
      token: string
      /** It was bought in the sandbox's App Store, which has the money already and alone gives it back. */
      isStore?: boolean
      customerId: string
      save: boolean
      returnUrl: string
      atMs: number
    }
  | { type: 'challenged'; paymentId: string; outcome: 'passed' | 'failed' }
  | { type: 'givenUp'; orderId: string }
  | { type: 'refunded'; key: string; paymentId: string; amountYen: number }
  | { type: 'disputed'; paymentId: string; outcome: 'opened' | 'won' }
  | { type: 'cardForgotten'; customerId: string; cardId: string }
  | { type: 'delivered'; eventId: string }

interface Behaviour {
  first: 'captured' | 'open' | DeclineReason
  brand: string
  last4: string
  /** How often the event of its capture is sent. */
  deliveries: 0 | 1 | 2
  isAnswerLost: boolean
  isDisputedLater: boolean
  /** The App Store gives the money back by itself. */
  isRefundedLater: boolean
}

const plain = {
  first: 'captured',
  deliveries: 1,
  isAnswerLost: false,
  isDisputedLater: false,
  isRefundedLater: false,
} as const
const visa = { ...plain, brand: 'VISA' } as const
const mastercard = { ...plain, brand: 'MASTERCARD' } as const
const jcb = { ...plain, brand: 'JCB' } as const

/** What each test card does; `contract/points/sandbox-cards.ts` says it in words. */
const behaviours: Record<SandboxCardToken, Behaviour> = {
  'sandbox-approve': { ...visa, last4: '1111' },
  'sandbox-decline': { ...visa, last4: '0002', first: 'declined' },
  'sandbox-insufficient-funds': { ...visa, last4: '9995', first: 'insufficientFunds' },
  'sandbox-expired': { ...visa, last4: '0069', first: 'expired' },
  'sandbox-challenge': { ...mastercard, last4: '1096', first: 'open' },
  // The event is lost with the answer: only `find` shows the outcome.
  'sandbox-timeout': { ...mastercard, last4: '4444', deliveries: 0, isAnswerLost: true },
  'sandbox-double-webhook': { ...jcb, last4: '0000', deliveries: 2 },
  'sandbox-chargeback': { ...jcb, last4: '0505', isDisputedLater: true },
}
const store = { ...plain, brand: '', last4: '' } as const
const storeBehaviours: Record<SandboxStoreOutcome, Behaviour> = {
  approve: store,
  refund: { ...store, isRefundedLater: true },
}
const unknownCard: Behaviour = { ...visa, last4: '', first: 'invalidCard' }

type Entry<Type extends SandboxEntry['type']> = Extract<SandboxEntry, { type: Type }>

export interface SandboxPayment extends Omit<Entry<'asked'>, 'type'> {
  state: 'open' | 'captured' | DeclineReason
  behaviour: Behaviour
  refunds: Map<string, number>
  refundedYen: number
  dispute: 'none' | 'opened' | 'won'
  /** The card on file that this payment made. */
  card: SavedCard | undefined
}

export interface SandboxBook {
  apply(entry: SandboxEntry): void
  payment(paymentId: string): SandboxPayment | undefined
  paymentOfOrder(orderId: string): SandboxPayment | undefined
  payments(): Iterable<SandboxPayment>
  /** Events that nobody has accepted yet, oldest first, and how often each is sent. */
  undelivered(): Iterable<{ paymentEvent: PaymentEvent; deliveries: number }>
}

const expiryYear = 2039

/** The sandbox's state, folded from its journal: the same entries always make the same book. */
export const createBook = (): SandboxBook => {
  const byId = new Map<string, SandboxPayment>()
  const byOrder = new Map<string, SandboxPayment>()
  const givenUp = new Set<string>()
  const cards = new Map<string, { customerId: string; token: string }>()
  const undelivered = new Map<string, { paymentEvent: PaymentEvent; deliveries: number }>()

  const report = (
    payment: SandboxPayment,
    kind: PaymentEvent['kind'],
    amountYen = payment.amountYen,
    about: string = kind,
    deliveries = 1,
  ) => {
    const { paymentId, orderId } = payment
    const eventId = `${paymentId}:${about}`
    undelivered.set(eventId, { paymentEvent: { eventId, kind, paymentId, orderId, amountYen }, deliveries })
  }
  const reportOutcome = (payment: SandboxPayment) => {
    const { state, behaviour } = payment
    if (state === 'captured' && behaviour.deliveries > 0)
      report(payment, 'captured', payment.amountYen, 'captured', behaviour.deliveries)
    else if (state !== 'captured' && state !== 'open') report(payment, 'failed')
  }

  const keepCard = (payment: SandboxPayment, { brand, last4 }: Behaviour) => {
    const { customerId, paymentId, token } = payment
    const cardId = `card-${paymentId}`
    payment.card = { customerId, cardId, brand, last4, expiryMonth: 12, expiryYear }
    cards.set(cardId, { customerId, token })
  }

  const become = (payment: SandboxPayment, state: SandboxPayment['state']) => {
    payment.state = state
    if (state === 'captured' && payment.save) keepCard(payment, payment.behaviour)
    reportOutcome(payment)
  }

  const open = ({ type: _, ...entry }: Entry<'asked'>) => {
    if (byOrder.has(entry.orderId)) return
    const behaviour = entry.isStore ? storeBehaviours[outcomeIn(entry.token)] : behaviourOfCard(entry)
    const payment: SandboxPayment = {
      ...entry,
      state: 'open',
      behaviour,
      refunds: new Map(),
      refundedYen: 0,
      dispute: 'none',
      card: undefined,
    }
    byId.set(payment.paymentId, payment)
    byOrder.set(payment.orderId, payment)
    become(payment, givenUp.has(entry.orderId) && !entry.isStore ? 'declined' : behaviour.first)
  }

  const behaviourOfCard = ({ token: given, customerId }: Omit<Entry<'asked'>, 'type'>): Behaviour => {
    const onFile = cards.get(given)
    const isTheirs = onFile === undefined || onFile.customerId === customerId
    const token = onFile?.token ?? given
    return isTheirs && isTestCard(token) ? behaviours[token] : unknownCard
  }

  const settle = (payment: SandboxPayment | undefined, state: 'captured' | DeclineReason) => {
    if (payment?.state === 'open') become(payment, state)
  }

  const refund = ({ key, paymentId, amountYen }: Entry<'refunded'>) => {
    const payment = byId.get(paymentId)
    if (payment?.state !== 'captured' || payment.refunds.has(key)) return
    if (payment.refundedYen + amountYen > payment.amountYen) return
    payment.refunds.set(key, amountYen)
    payment.refundedYen += amountYen
    report(payment, 'refunded', amountYen, `refunded:${key}`)
  }

  const dispute = ({ paymentId, outcome }: Entry<'disputed'>) => {
    const payment = byId.get(paymentId)
    const isNext = payment?.dispute === (outcome === 'opened' ? 'none' : 'opened')
    if (payment?.state !== 'captured' || !isNext) return
    payment.dispute = outcome
    report(payment, outcome === 'opened' ? 'disputed' : 'disputeWon')
  }

  return {
    apply: (entry) => {
      switch (entry.type) {
        case 'asked':
          return open(entry)
        case 'challenged':
          return settle(
            byId.get(entry.paymentId),
            entry.outcome === 'passed' ? 'captured' : 'challengeFailed',
          )
        case 'givenUp':
          givenUp.add(entry.orderId)
          return settle(byOrder.get(entry.orderId), 'declined')
        case 'refunded':
          return refund(entry)
        case 'disputed':
          return dispute(entry)
        case 'cardForgotten':
          if (cards.get(entry.cardId)?.customerId === entry.customerId) cards.delete(entry.cardId)
          return
        case 'delivered':
          undelivered.delete(entry.eventId)
      }
    },
    payment: (paymentId) => byId.get(paymentId),
    paymentOfOrder: (orderId) => byOrder.get(orderId),
    payments: () => byId.values(),
    undelivered: () => undelivered.values(),
  }
}

const outcomeIn = (token: string): SandboxStoreOutcome => (token === 'refund' ? 'refund' : 'approve')

const isTestCard = (token: string): token is SandboxCardToken => Object.hasOwn(behaviours, token)

/** A payment as reconciliation sees it. */
export const recordOf = (payment: SandboxPayment | undefined): PaymentRecord => {
  if (!payment) return { state: 'none' }
  const { state, paymentId, amountYen, refundedYen } = payment
  if (state === 'open') return { state, paymentId }
  if (state === 'captured')
    return { state, paymentId, amountYen, refundedYen, isDisputed: payment.dispute === 'opened' }
  return { state: 'failed', paymentId, reason: state }
}
