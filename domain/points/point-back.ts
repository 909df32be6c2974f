import type { CallRole, EndReason } from '#contract/calls/calls.ts'

/** product.md 3.15: at most two calls per account and Japanese day. */
export const pointBacksPerDayMax = 2

/**
 * What the platform returns is paid out to the payer while the broadcaster keeps the share: points that
 * nobody paid for. So the platform pays few returns of a pair and of a broadcaster per Japanese day. Any
 * further one is taken from the broadcaster's share, and operators are alerted.
 */
const platformPointBacksOfPairPerDayMax = 1
const platformPointBacksOfBroadcasterPerDayMax = 3

/** A call that has ended and is settled. */
export interface EndedCall {
  endReason: EndReason
  /** Which side lost the connection, for connectionLost. */
  lostSide: CallRole | 'server' | null
  /** What it charged, in points. */
  points: number
  /** What its last minute of charged time cost, or all of it if it was shorter. */
  lastMinutePoints: number
  /** How many of the payer's calls have had a point-back today. */
  pointBacksToday: number
  /**
   * How many returns the platform has paid today: of calls of this pair, and of calls of this broadcaster.
   */
  platformPaidToday: { ofPair: number; ofBroadcaster: number }
}

export interface PointBackDecision {
  points: number
  reason: 'connectionLost' | 'serverRecovery'
  /**
   * The platform pays, and the broadcaster keeps the share. Otherwise the share of what is returned is
   * reversed.
   */
  paidByPlatform: boolean
  /** The loss was the server's, but the platform has paid as much as it pays on one day. */
  isBeyondPlatformBound: boolean
}

/**
 * What a broken call returns to its payer (product.md 3.15); null for nothing.
 *
 * A call that ends within its first 30 s is returned in full, of a longer one the last minute. Because such a
 * short call has charged less than a minute, both are one figure: what it charged, up to a minute's price.
 */
export function decidePointBack(call: EndedCall): PointBackDecision | null {
  const loss = lossOf(call)
  if (loss === null || call.pointBacksToday >= pointBacksPerDayMax) return null
  const points = Math.min(call.points, call.lastMinutePoints)
  if (points <= 0) return null
  const { ofPair, ofBroadcaster } = call.platformPaidToday
  const isWithinBound =
    ofPair < platformPointBacksOfPairPerDayMax && ofBroadcaster < platformPointBacksOfBroadcasterPerDayMax
  return {
    points,
    reason: loss.reason,
    paidByPlatform: loss.isServers && isWithinBound,
    isBeyondPlatformBound: loss.isServers && !isWithinBound,
  }
}

/**
 * The loss that is returned. It is the server's only when the server kept the room closed for the whole grace
 * period (domain/calls/transition.ts); null for the payer's own loss and for a call that was not lost.
 */
function lossOf(call: EndedCall): { reason: PointBackDecision['reason']; isServers: boolean } | null {
  if (call.endReason === 'serverRecovery') return { reason: 'serverRecovery', isServers: true }
  if (call.endReason !== 'connectionLost' || call.lostSide === null || call.lostSide === 'caller') return null
  return { reason: 'connectionLost', isServers: call.lostSide === 'server' }
}
