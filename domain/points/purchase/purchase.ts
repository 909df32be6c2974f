import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PaymentMethod } from '#contract/points/purchase.ts'

export interface PurchaseFacts {
  isBirthDateStated: boolean
  isUnderAge: boolean
  /** New terms wait for the member's consent. */
  isConsentDue: boolean
  /** The member is in a call: what keeps it going is bought without a question. */
  isInCall: boolean
  /** A payment of the member was disputed, and the dispute isn't settled. */
  isFrozen: boolean
  /** As it is now; null when there is no such point pack. */
  course: { priceYen: number; bonusPoints: number; isOnSale: boolean } | null
  /** What the final confirmation showed. */
  confirmed: { priceYen: number; bonusPoints: number; version: string }
  version: string
  /** Null: no limit. */
  yenLeft: number | null
  method: PaymentMethod
  methods: readonly PaymentMethod[]
}

export type PurchaseRefusal =
  | 'birthDateMissing'
  | 'underAge'
  | 'consentDue'
  | 'purchaseFrozen'
  | 'methodUnavailable'
  | 'courseGone'
  | 'purchaseChanged'
  | 'purchaseLimitReached'

/**
 * Whether a member may buy what was confirmed, checked in this order: the member, the method, the point pack,
 * the limits. The App Store has captured the money before we learn of it: then only what we can't deliver is
 * refused.
 */
export const purchaseDecision = (facts: PurchaseFacts): Refusal<PurchaseRefusal> | null => {
  const { course, confirmed, yenLeft } = facts
  if (facts.method === 'storekit') return deliveryRefusal(facts)
  if (!facts.isBirthDateStated) return refuse('birthDateMissing')
  if (facts.isUnderAge) return refuse('underAge')
  if (facts.isConsentDue && !facts.isInCall) return refuse('consentDue')
  if (facts.isFrozen) return refuse('purchaseFrozen')
  if (!facts.methods.includes(facts.method)) return refuse('methodUnavailable')
  if (!course?.isOnSale) return refuse('courseGone')
  const isAsConfirmed =
    confirmed.version === facts.version &&
    confirmed.priceYen === course.priceYen &&
    confirmed.bonusPoints === course.bonusPoints
  if (!isAsConfirmed) return refuse('purchaseChanged')
  return yenLeft !== null && course.priceYen > yenLeft ? refuse('purchaseLimitReached') : null
}

const deliveryRefusal = ({ methods, method, course }: PurchaseFacts): Refusal<PurchaseRefusal> | null => {
  if (!methods.includes(method)) return refuse('methodUnavailable')
  return course ? null : refuse('courseGone')
}

/** The consumption tax that a price contains, floored; whole yen. */
export const containedTaxYen = (priceYen: number, taxPercent: number): number =>
  Math.floor((priceYen * taxPercent) / (100 + taxPercent))

/**
 * Of a point pack's price; product.md 6.4 gives 15 % at the most. It keeps a single operator from issuing
 * points by way of a point pack.
 */
const freePointsShareMax = 0.5

/** Refuses a point pack that gives more free points than half of its price in yen: courseTooGenerous. */
export const courseRefusal = (course: {
  priceYen: number
  freePoints: number
}): Refusal<'courseTooGenerous'> | null =>
  course.freePoints > course.priceYen * freePointsShareMax ? refuse('courseTooGenerous') : null
