import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PaymentMethod } from '#contract/points/purchase.ts'

/** Each try asks a bank: who tries cards one after another is testing them. */
export const triesMax = {
  /** Failed ones of a member; his other methods stay open. */
  perHour: 5,
  perDay: 10,
  /** Of one member without an answer yet: a challenge in another tab, an answer that got lost. */
  open: 3,
  /** Failed or unanswered ones of a network, where many members may sit behind one address. */
  networkPerHour: 20,
  networkPerDay: 60,
  /** Announced bank transfers of a member; what comes in is booked for as many yen as it is. */
  openTransfers: 3,
} as const

/** Whose purchase was captured longer ago than this is stopped by nobody else's tries. */
export const establishedBuyerAfterHours = 24

/** Methods whose tries count together: who can't pay by card may pay by Paidy. */
export const triedTogether = (method: PaymentMethod): readonly PaymentMethod[] =>
  method === 'card' || method === 'savedCard' ? ['card', 'savedCard'] : [method]

/** What a member, and his network, tried before with methods that count together. */
export interface PurchaseTries {
  failedLastHour: number
  failedLastDay: number
  /** In any state that waits for its service or its payer. */
  open: number
  networkLastHour: number
  networkLastDay: number
  isKnownBuyer: boolean
}

export type TriesRefusal = 'paymentTriesTooMany' | 'paymentsUnderWay' | 'transfersOpen'

/**
 * Whether another order may be put to its service. What is open may fail yet, so it counts with what has failed: as
 * many at once are no more than one after another. The App Store's money is there already: it isn't asked about here.
 */
export const triesRefusal = (method: PaymentMethod, tries: PurchaseTries): Refusal<TriesRefusal> | null => {
  if (method === 'storekit') return null
  if (method === 'bankTransfer') return tries.open >= triesMax.openTransfers ? refuse('transfersOpen') : null
  if (hasTriedTooOften(tries) || isNetworkTired(tries)) return refuse('paymentTriesTooMany')
  const mayAllFail = tries.failedLastHour + tries.open >= triesMax.perHour
  return mayAllFail || tries.open >= triesMax.open ? refuse('paymentsUnderWay') : null
}

/** Of the member himself; where not, a refusal is about his network. */
export const hasTriedTooOften = ({ failedLastHour, failedLastDay }: PurchaseTries): boolean =>
  failedLastHour >= triesMax.perHour || failedLastDay >= triesMax.perDay

const isNetworkTired = ({ isKnownBuyer, networkLastHour, networkLastDay }: PurchaseTries): boolean =>
  !isKnownBuyer && (networkLastHour >= triesMax.networkPerHour || networkLastDay >= triesMax.networkPerDay)
