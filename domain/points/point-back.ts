import type { CallRole, EndReason } from '../../contract/calls.ts'
import { incrementsPerMinute } from '../../contract/points.ts'

/** product.md 3, Point-back rule: at most two calls an account and Japanese day. */
export const pointBacksPerDayMax = 2

/** A call that has ended and is settled. */
export interface EndedCall {
  endReason: EndReason
  /** Whose loss it was, for connectionLost. */
  lostSide: CallRole | 'server' | null
  /** What it charged, in points. */
  points: number
  incrementPoints: number
  /** How many of the payer's calls were returned today already. */
  pointBacksToday: number
}

export interface PointBackDecision {
  points: number
  reason: 'connectionLost' | 'serverRecovery'
  /** Our fault: the house pays, and the broadcaster keeps her share. */
  paidByHouse: boolean
}

/**
 * What a call that broke gives back to its payer (product.md 3, Point-back rule); null when nothing.
 *
 * A call that ends within its first 30 s is returned in full, of a longer one the last minute. As so short a call
 * has charged less than a minute, both are one figure: what it charged, up to a minute's price.
 */
export function decidePointBack(call: EndedCall): PointBackDecision | null {
  const fault = faultOf(call)
  if (fault === null || call.pointBacksToday >= pointBacksPerDayMax) return null
  const points = Math.min(call.points, call.incrementPoints * incrementsPerMinute)
  return points > 0 ? { points, ...fault } : null
}

function faultOf(call: EndedCall): Omit<PointBackDecision, 'points'> | null {
  if (call.endReason === 'serverRecovery') return { reason: 'serverRecovery', paidByHouse: true }
  if (call.endReason !== 'connectionLost' || call.lostSide === null) return null
  switch (call.lostSide) {
    case 'server':
      return { reason: 'connectionLost', paidByHouse: true }
    case 'broadcaster':
      return { reason: 'connectionLost', paidByHouse: false }
    case 'caller':
      return null
  }
}
