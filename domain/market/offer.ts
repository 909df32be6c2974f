import type { OfferState } from '#contract/market/market.ts'

/** An offer, a counter-offer and an accepted price live so long (product.md 13.4). */
export const offerLifeMs = 24 * 3_600_000
/** An offer is at least this part of the price. */
const offerPercentMin = 50

export interface OfferRecord {
  /** What the buyer offers; once countered or accepted, the seller's price. */
  points: number
  state: Exclude<OfferState, 'expired'>
  expiresAt: number
}

export type OfferAnswer = { answer: 'accept' | 'decline' | 'counter'; points: number; by: 'buyer' | 'seller' }

/** Whether this is a price that may be offered for an item. */
export const isOfferable = (points: number, price: number): boolean =>
  points < price && points * 100 >= price * offerPercentMin

export const offerStateAt = ({ state, expiresAt }: OfferRecord, now: number): OfferState =>
  state !== 'declined' && now >= expiresAt ? 'expired' : state

/** The offer after an answer; the seller answers an open one, the buyer a counter-offer. */
export const answeredOffer = (
  offer: OfferRecord,
  { answer, points, by }: OfferAnswer,
  { price, now }: { price: number; now: number },
): OfferRecord | { refused: 'marketOfferGone' | 'marketOfferWrong' } => {
  const state = offerStateAt(offer, now)
  if (state !== (by === 'seller' ? 'open' : 'countered')) return { refused: 'marketOfferGone' }
  if (answer === 'decline') return { ...offer, state: 'declined' }
  if (answer === 'accept') {
    // Not another price than the one that was seen.
    if (points !== offer.points) return { refused: 'marketOfferGone' }
    return { points, state: 'accepted', expiresAt: now + offerLifeMs }
  }
  if (by === 'buyer' || points <= offer.points || points >= price) return { refused: 'marketOfferWrong' }
  return { points, state: 'countered', expiresAt: now + offerLifeMs }
}

/** What a buyer pays: the accepted price while it lasts, never more than the item's. */
export const priceFor = (price: number, offer: OfferRecord | null, now: number): number =>
  offer && offerStateAt(offer, now) === 'accepted' ? Math.min(price, offer.points) : price
