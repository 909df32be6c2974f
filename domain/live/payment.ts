import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { FlowRole } from '#contract/live/flow.ts'
import { incrementPoints } from '#domain/points/increment.ts'

/** Who wants to do something in a room, as the room is now. */
export interface FlowFacts {
  isOver: boolean
  /** Null: the member is neither the broadcaster nor watching. */
  role: FlowRole | null
  isMuted: boolean
}

export type InRoomRefusal = 'liveOver' | 'liveNotWatching' | 'liveMuted'

/** Whether a watcher may pay in the room. The broadcaster can't pay in the own room. */
export const decideInRoom = ({ isOver, role, isMuted }: FlowFacts): null | Refusal<InRoomRefusal> => {
  if (isOver) return refuse('liveOver')
  if (role === null || role === 'broadcaster') return refuse('liveNotWatching')
  return isMuted ? refuse('liveMuted') : null
}

/** The price must be the one on the button. */
export const decidePrice = (points: number, expectedPoints: number): null | Refusal<'livePriceChanged'> =>
  points === expectedPoints ? null : refuse('livePriceChanged')

/**
 * Whether a payment stays within the viewer's own limit for the visit.
 *
 * @param spentPoints what the visit has cost so far, this payment and the meter's minute ahead included
 */
export const decideSpendCap = (
  spendCap: number | null,
  spentPoints: number,
): null | Refusal<'liveSpendCap'> =>
  spendCap === null || spentPoints <= spendCap ? null : refuse('liveSpendCap')

/**
 * Whether it was the viewer's own limit that ended a visit: one more increment would have gone beyond it.
 *
 * @param spentPoints what the visit has cost, with what was paid in the room
 */
export const isSpendCapReached = (
  spendCap: number | null,
  spentPoints: number,
  ratePointsPerMin: number,
): boolean => spendCap !== null && spentPoints + incrementPoints(ratePointsPerMin) > spendCap
