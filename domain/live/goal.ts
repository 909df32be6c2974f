import { type Refusal, refuse } from '#contract/core/refusal.ts'

export interface GoalTerms {
  /** The most that one member gets, in points. */
  bonusPoints: number
  /** And no more than this part of what the member gave. */
  bonusPercent: number
}

/**
 * A member's bonus. The part of what was given keeps a broadcaster and a caller who act together from earning by
 * goals: the platform always keeps more of the gifts than it returns.
 */
export const goalBonus = ({ bonusPoints, bonusPercent }: GoalTerms, givenPoints: number): number =>
  Math.min(bonusPoints, Math.floor((givenPoints * bonusPercent) / 100))

/** What decides about a claim; `givenPoints` null: the member gave nothing towards the goal. */
export interface GoalClaim {
  terms: GoalTerms
  isReached: boolean
  givenPoints: number | null
  isReceived: boolean
}

/** The points to grant. Refuses, in this order: liveBonusNotYours, liveGoalOpen, liveBonusTaken. */
export const decideGoalBonus = (
  claim: GoalClaim,
): number | Refusal<'liveBonusNotYours' | 'liveGoalOpen' | 'liveBonusTaken'> => {
  if (claim.givenPoints === null) return refuse('liveBonusNotYours')
  if (!claim.isReached) return refuse('liveGoalOpen')
  if (claim.isReceived) return refuse('liveBonusTaken')
  const points = goalBonus(claim.terms, claim.givenPoints)
  return points > 0 ? points : refuse('liveBonusNotYours')
}

/** Whether a broadcaster may promise this bonus. */
export const decideGoalTerms = (bonusPoints: number, bonusMax: number): null | Refusal<'liveBonusTooHigh'> =>
  bonusPoints <= bonusMax ? null : refuse('liveBonusTooHigh')
