import type { OrderState } from '#contract/points/purchase.ts'

/** What happened to a captured order's money and points. Yen are whole, 0 or more. */
export interface OrderFacts {
  /** A dispute is open or lost. */
  isDisputed: boolean
  capturedYen: number
  /** What the service paid back without us and didn't reverse, as counted so far. */
  outsideYen: number
  /** What it reversed of that, so far and by the event at hand. */
  reversedYen: number
  newlyReversedYen: number
  /** All refunds that the service reported: its own, and ours once it reports them. */
  reportedYen: number
  /** Our refunds: done, and requested without an answer. */
  ownDoneYen: number
  ownAskedYen: number
  issuedPoints: number
  /** Points that went with our refunds, done or requested. */
  ownRefundPoints: number
}

export interface OrderOutstanding {
  state: Extract<OrderState, 'granted' | 'refunded' | 'chargedBack'>
  /** All that went back: without us, and our refunds that are done. */
  refundedYen: number
  outsideYen: number
  reversedYen: number
  /** How many of its points stay with the buyer, spent ones too. */
  outstandingPoints: number
}

/**
 * What a captured order has outstanding, in whatever order its events came. Our refunds take their points
 * themselves. What the service pays back without us takes one point per yen, and all of them, free ones too,
 * once nothing of the money is left; so does a dispute, until it is won.
 */
export const outstandingOf = (facts: OrderFacts): OrderOutstanding => {
  const { capturedYen, ownDoneYen, ownAskedYen } = facts
  const newlyReversedYen = Math.min(facts.newlyReversedYen, facts.outsideYen)
  const reversedYen = facts.reversedYen + newlyReversedYen
  // The event of our own refund may come before its answer, after it or never: only what is beyond all ours
  // is foreign.
  const beyondOurs = facts.reportedYen - reversedYen - ownDoneYen - ownAskedYen
  const outsideYen = Math.max(facts.outsideYen - newlyReversedYen, beyondOurs)
  const refundedYen = Math.min(capturedYen, ownDoneYen + outsideYen)
  const isNothingLeft = outsideYen > 0 && refundedYen + ownAskedYen >= capturedYen
  return {
    state: facts.isDisputed ? 'chargedBack' : refundedYen > 0 ? 'refunded' : 'granted',
    refundedYen,
    outsideYen,
    reversedYen,
    outstandingPoints:
      facts.isDisputed || isNothingLeft
        ? 0
        : Math.max(0, facts.issuedPoints - facts.ownRefundPoints - outsideYen),
  }
}
