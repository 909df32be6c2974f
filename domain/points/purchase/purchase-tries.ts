import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PaymentMethod } from '#contract/points/purchase.ts'

/** Each try asks a bank; somebody who tries one card after another is testing stolen ones. */
const triesMax = {
  /** Failed ones of a member; other methods stay open. */
  perHour: 5,
  perDay: 10,
  /** Of one member without an answer yet: a challenge in another tab, an answer that was lost. */
  open: 3,
  /** Failed or unanswered ones of a network, where many members may share one address. */
  networkPerHour: 20,
  networkPerDay: 60,
  /** Announced bank transfers of a member; what arrives is booked for as many yen as it is. */
  openTransfers: 3,
} as const

/** A member whose purchase was captured longer ago than this isn't stopped by other members' tries. */
export const establishedBuyerAfterHours = 24

/** Methods whose tries count together: a member who can't pay by card may turn to Paidy. */
export const triedTogether = (method: PaymentMethod): readonly PaymentMethod[] =>
  method === 'card' || method === 'savedCard' ? ['card', 'savedCard'] : [method]

/** What a member, and the member's network, tried before with methods that count together. */
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
 * Whether another order may be sent to its service. Open orders may still fail, so they count with the failed
 * ones: many at once are no better than one after another. The App Store's money is captured already, so it
 * isn't decided here.
 */
export const triesRefusal = (method: PaymentMethod, tries: PurchaseTries): Refusal<TriesRefusal> | null => {
  if (method === 'storekit') return null
  if (method === 'bankTransfer') return tries.open >= triesMax.openTransfers ? refuse('transfersOpen') : null
  if (hasTriedTooOften(tries) || isNetworkTired(tries)) return refuse('paymentTriesTooMany')
  const mayAllFail = tries.failedLastHour + tries.open >= triesMax.perHour
  return mayAllFail || tries.open >= triesMax.open ? refuse('paymentsUnderWay') : null
}

/** True: the member tried too often; otherwise a refusal is about the network. */
export const hasTriedTooOften = ({ failedLastHour, failedLastDay }: PurchaseTries): boolean =>
  failedLastHour >= triesMax.perHour || failedLastDay >= triesMax.perDay

const isNetworkTired = ({ isKnownBuyer, networkLastHour, networkLastDay }: PurchaseTries): boolean =>
  !isKnownBuyer && (networkLastHour >= triesMax.networkPerHour || networkLastDay >= triesMax.networkPerDay)
