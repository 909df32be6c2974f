import { randomUUID } from 'node:crypto'
import type {
  PaymentAnswer,
  PaymentEvent,
  PaymentGateway,
  PaymentOrder,
  PaymentRecord,
  PaymentRequest,
  Webhook,
} from './port.ts'
import { createBook, recordOf, type SandboxEntry, type SandboxPayment } from './sandbox/book.ts'
import { openJournal } from './sandbox/journal.ts'
import {
  readTransaction,
  type StorePurchase,
  type StoreTransaction,
  signTransaction,
} from './sandbox/store.ts'
import { eventsOf, webhookOf } from './sandbox/webhooks.ts'

export interface SandboxOptions {
  /** The journal that survives restarts; processes on one database share the file, or have one each. */
  journalFile: string
  /** Signs its webhooks. */
  signatureKey: Uint8Array
  /** Delivers a webhook as an HTTP endpoint would; a rejected delivery is repeated later. */
  deliver: (webhook: Webhook) => Promise<void>
  /** How long after its capture a test payment is disputed or refunded; a minute by default. */
  disputeAfterMs?: number
  now?: () => number
}

/** A challenge that waits for its payer, for the page that stands for the bank's. */
export interface SandboxChallenge {
  orderId: string
  amountYen: number
  returnUrl: string
}

export interface SandboxGateway extends PaymentGateway {
  readonly name: 'sandbox'
  /** Begins to deliver webhooks, first what an earlier process left. */
  start(): void
  stop(): Promise<void>
  /** Undefined once it is answered or given up. */
  challengeOf(paymentId: string): Promise<SandboxChallenge | undefined>
  /** What the payer did on the bank's page. A challenge that is over stays as it was; answers what stands. */
  resolveChallenge(paymentId: string, outcome: 'passed' | 'failed'): Promise<PaymentRecord>
  /** What the payer's bank does: it claims the money back, or releases it again. */
  dispute(paymentId: string, outcome: 'opened' | 'won'): Promise<PaymentRecord>
  /** Buys in the store that stands for Apple's: answers the signed transaction that the app then brings. */
  buyInStore(purchase: StorePurchase): string
}

const disputeAfterMsByDefault = 60_000
/** Also the interval after which an undelivered webhook is sent again. */
const roundEveryMs = 1_000

/**
 * Accepts payments while no service is set up: test cards (`contract/points/sandbox-cards.ts`) on every path that a
 * real service has. Paidy's payment ids may be the same tokens. StoreKit transactions come from its own store
 * (`sandbox/store.ts`).
 */
export const openSandbox = async (options: SandboxOptions): Promise<SandboxGateway> => {
  const { signatureKey, disputeAfterMs = disputeAfterMsByDefault, now = Date.now } = options
  const book = createBook()
  const journal = await openJournal<SandboxEntry>(options.journalFile, book.apply)
  const deliverOne = async ({
    paymentEvent,
    deliveries,
  }: {
    paymentEvent: PaymentEvent
    deliveries: number
  }) => {
    const webhook = webhookOf(signatureKey, paymentEvent)
    for (let sent = 0; sent < deliveries; sent++) await options.deliver(webhook)
    await journal.append({ type: 'delivered', eventId: paymentEvent.eventId })
  }
  const deliveries = createDeliveries(async () => {
    for (const payment of book.payments()) {
      const { paymentId, amountYen, state, behaviour, dispute, refundedYen, atMs } = payment
      if (state !== 'captured' || now() - atMs < disputeAfterMs) continue
      if (behaviour.isDisputedLater && dispute === 'none')
        await journal.append({ type: 'disputed', paymentId, outcome: 'opened' })
      if (behaviour.isRefundedLater && refundedYen === 0)
        await journal.append({ type: 'refunded', key: `store:${paymentId}`, paymentId, amountYen })
    }
    // What isn't accepted stays undelivered, for a later round.
    await Promise.allSettled([...book.undelivered()].map(deliverOne))
  })
  const record = async (entry: SandboxEntry) => {
    await journal.append(entry)
    deliveries.wake()
  }
  const held = ({ orderId, paymentId }: PaymentOrder): SandboxPayment | undefined =>
    book.paymentOfOrder(orderId) ?? (paymentId === undefined ? undefined : book.payment(paymentId))

  const pay = async (request: PaymentRequest): Promise<PaymentAnswer> => {
    const { source, orderId } = request
    const bought = source.kind === 'storekit' ? readTransaction(signatureKey, source.signedTransaction) : null
    const isTheirs = bought?.orderId === orderId && bought.payerKey === request.payerKey
    if (source.kind === 'storekit' && !isTheirs) return { state: 'declined', reason: 'notAuthorised' }
    const paymentId = `sandbox-${bought?.transactionId ?? randomUUID()}`
    await record({ type: 'asked', paymentId, atMs: now(), ...requestedEntry(request, bought) })
    const payment = book.paymentOfOrder(request.orderId)
    if (!payment) return { state: 'unknown' }
    const isFirst = payment.paymentId === paymentId
    return isFirst && payment.behaviour.isAnswerLost ? { state: 'unknown' } : answerOf(payment)
  }

  const refund: PaymentGateway['refund'] = async ({ key, paymentId, amountYen }) => {
    await journal.refresh()
    if (book.payment(paymentId)?.isStore) return 'refused'
    await record({ type: 'refunded', key, paymentId, amountYen })
    return book.payment(paymentId)?.refunds.has(key) ? 'refunded' : 'refused'
  }

  return {
    name: 'sandbox',
    start: deliveries.start,
    stop: async () => {
      await deliveries.stop()
      await journal.close()
    },
    // A journal that can't be written may hold the entry all the same.
    pay: (request) => pay(request).catch((): PaymentAnswer => ({ state: 'unknown' })),
    find: async (order) => {
      await journal.refresh()
      return recordOf(held(order))
    },
    giveUp: async (order) => {
      await record({ type: 'givenUp', orderId: order.orderId })
      return recordOf(held(order))
    },
    refund: (wanted) => refund(wanted).catch(() => 'unknown' as const),
    readEvents: async (webhook) => eventsOf(signatureKey, webhook),
    removeCard: (card) => record({ type: 'cardForgotten', ...card }),
    challengeOf: async (paymentId) => {
      await journal.refresh()
      const payment = book.payment(paymentId)
      if (payment?.state !== 'open') return undefined
      const { orderId, amountYen, returnUrl } = payment
      return { orderId, amountYen, returnUrl }
    },
    resolveChallenge: async (paymentId, outcome) => {
      await record({ type: 'challenged', paymentId, outcome })
      return recordOf(book.payment(paymentId))
    },
    dispute: async (paymentId, outcome) => {
      await record({ type: 'disputed', paymentId, outcome })
      return recordOf(book.payment(paymentId))
    },
    buyInStore: (purchase) => signTransaction(signatureKey, purchase, now()),
  }
}

const requestedEntry = (
  { orderId, amountYen, source, payerKey, returnUrl }: PaymentRequest,
  bought: StoreTransaction | null,
) => {
  const common = { orderId, amountYen, returnUrl, customerId: `customer-${payerKey}`, save: false }
  switch (source.kind) {
    case 'card':
      return { ...common, token: source.token, save: source.save }
    case 'savedCard':
      return { ...common, token: source.cardId, customerId: source.customerId }
    case 'paidy':
      return { ...common, token: source.paymentId }
    case 'storekit':
      // What was bought counts, as with Apple, where the course may have changed since.
      return { ...common, amountYen: bought?.priceYen ?? 0, token: bought?.outcome ?? '', isStore: true }
  }
}

/** Of anything but a card it names nobody's: only orders that a card pays keep it. */
const namedCardOf = ({ behaviour: { brand, last4 } }: SandboxPayment) =>
  last4 ? { brand, last4 } : undefined

const answerOf = (payment: SandboxPayment): PaymentAnswer => {
  const { state, paymentId, amountYen, card, returnUrl } = payment
  if (state === 'captured') return { state, paymentId, amountYen, card, paidWith: namedCardOf(payment) }
  if (state !== 'open') return { state: 'declined', reason: state, paymentId }
  const challengeUrl = new URL(`/purchase/challenge/${paymentId}`, returnUrl).href
  return { state: 'challenge', paymentId, challengeUrl }
}

/** Runs rounds one after another: at once when woken, and every second for what is due or failed. */
const createDeliveries = (round: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWoken = false
  const wake = () => {
    if (!timer) return
    isWoken = true
    running ??= run().finally(() => {
      running = undefined
    })
  }
  const run = async () => {
    while (isWoken && timer) {
      isWoken = false
      await round().catch(() => undefined)
    }
  }
  return {
    wake,
    start: () => {
      timer ??= setInterval(wake, roundEveryMs)
      wake()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      await running
    },
  }
}
