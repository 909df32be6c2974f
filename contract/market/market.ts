/** What all endpoints of the flea market share (product.md, section 13). */

/** The last row of a page: microseconds or points, and its id. */
export const marketCursor = /^\d{1,16}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Graphemes. */
export const itemTitleMax = 40
export const itemTextMax = 1000
export const questionMax = 200
export const disputeTextMax = 1000
export const marketReviewMax = 200
export const itemPicturesMax = 10
export const disputePicturesMax = 4

export const itemCategories = [
  'fashion',
  'bags',
  'accessories',
  'books',
  'hobby',
  'camera',
  'home',
  'kitchen',
  'beauty',
  'handmade',
  'other',
] as const
export type ItemCategory = (typeof itemCategories)[number]

/** From unused to visibly worn. */
export const itemConditions = ['unused', 'likeNew', 'good', 'fair', 'worn'] as const
export type ItemCondition = (typeof itemConditions)[number]

export const postagePayers = ['seller', 'buyer'] as const
export type PostagePayer = (typeof postagePayers)[number]

export const shipDays = ['1to2', '2to3', '4to7'] as const
export type ShipDays = (typeof shipDays)[number]

export const itemStates = ['draft', 'onSale', 'sold', 'withdrawn', 'removed'] as const
export type ItemState = (typeof itemStates)[number]

export const marketSides = ['buyer', 'seller'] as const
export type MarketSide = (typeof marketSides)[number]

/**
 * `received` and `reviewed`: the seller has the points. `cancelled` and `returned`: the buyer has them back. `decided`:
 * operators have divided them.
 */
export const transactionPhases = [
  'paid',
  'shipped',
  'delivered',
  'received',
  'reviewed',
  'cancelled',
  'disputed',
  'returning',
  'returned',
  'decided',
] as const
export type TransactionPhase = (typeof transactionPhases)[number]

/** The counters that read a parcel's code: 宅配便 and 郵便. */
export const carriers = ['parcel', 'post'] as const
export type Carrier = (typeof carriers)[number]

/** What the carrier says of a parcel, in this order. */
export const trackingStates = ['waiting', 'accepted', 'inTransit', 'delivered'] as const
export type TrackingState = (typeof trackingStates)[number]

export const offerStates = ['open', 'countered', 'accepted', 'declined', 'expired'] as const
export type OfferState = (typeof offerStates)[number]

/** What members are notified of, and what the timeline of a transaction shows. */
export const marketMoments = [
  'bought',
  'labelled',
  'shipped',
  'delivered',
  'received',
  'autoReceived',
  'reviewed',
  'cancelled',
  'autoCancelled',
  'disputed',
  'lost',
  'disputeText',
  'returning',
  'returned',
  'returnOverdue',
  'decided',
  'question',
  'answered',
  'offered',
  'countered',
  'offerAccepted',
  'offerDeclined',
  'removed',
] as const
export type MarketMoment = (typeof marketMoments)[number]
