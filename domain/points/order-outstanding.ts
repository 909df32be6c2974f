import type { OrderState } from '#contract/points/purchase.ts'

/** What became of a captured order's money and points. Yen are whole, 0 or more. */
export interface OrderFacts {
  /** A dispute is open or lost. */
  isDisputed: boolean
  capturedYen: number
  /** What the service paid back without us and didn't take back, as counted so far. */
  outsideYen: number
  /** What it took back of that, so far and by the news at hand. */
  reversedYen: number
  newlyReversedYen: number
  /** All refunds that the service told of: its own, and ours as well once it tells of them. */
  toldYen: number
  /** Our refunds: done, and asked for without an answer. */
  ownDoneYen: number
  ownAskedYen: number
  issuedPoints: number
  /** What went with our refunds, done or asked for. */
  ownRefundPoints: number
}

export interface OrderOutstanding {
  state: Extract<OrderState, 'granted' | 'refunded' | 'chargedBack'>
  /** All that went back: without us, and our refunds that are done. */
  refundedYen: number
  outsideYen: number
  reversedYen: number
  /** How many of its points nobody takes back, spent ones too. */
  outstandingPoints: number
}

/**
 * Where a captured order stands, whatever came in whatever order. Our refunds take their points themselves. What the
 * service pays back without us takes a point a yen, and all of them, free ones too, once nothing of the money is left;
 * so does a dispute, until it is won.
 */
export const standingOf = (facts: OrderFacts): OrderOutstanding => {
  const { capturedYen, ownDoneYen, ownAskedYen } = facts
  const newlyReversedYen = Math.min(facts.newlyReversedYen, facts.outsideYen)
  const reversedYen = facts.reversedYen + newlyReversedYen
  // News of a refund of ours may come before its answer, after it or never: only what is beyond them all is foreign.
  const beyondOurs = facts.toldYen - reversedYen - ownDoneYen - ownAskedYen
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
