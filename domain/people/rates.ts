import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { CallRates } from '#contract/people/people.ts'
import { type RateBounds, rateHighest, rateLowest, rateStep } from '#contract/people/rates.ts'

const kinds = ['video', 'voice'] as const

/** Whether a rate may be newly chosen: points per minute, within the bounds, a multiple of 10. */
export const isRate = (rate: number, { min, max }: RateBounds): boolean =>
  rate >= min && rate <= max && rate % rateStep === 0

/** The rate within the bounds that is nearest to this one. */
export const nearestRate = (rate: number, { min, max }: RateBounds): number =>
  Math.min(Math.max(rate, min), max)

interface RatesChange {
  wanted: CallRates
  /** The stored rates. */
  stored: CallRates
  bounds: Record<keyof CallRates, RateBounds>
}

/**
 * The rates that a broadcaster sets. An unchanged rate stays, also when an operator has moved the bounds past
 * it: only the broadcaster changes it. The order of the checks: one kind must remain, then each rate is
 * within its bounds.
 */
export const decideRates = ({
  wanted,
  stored,
  bounds,
}: RatesChange): CallRates | Refusal<'rateNoneLeft' | 'rateOutOfBounds'> => {
  if (kinds.every((kind) => wanted[kind] === null)) return refuse('rateNoneLeft')
  const isAllowed = (kind: (typeof kinds)[number]): boolean => {
    const rate = wanted[kind]
    return rate === null || rate === stored[kind] || isRate(rate, bounds[kind])
  }
  return kinds.every(isAllowed) ? wanted : refuse('rateOutOfBounds')
}

/** Whether an operator may set these bounds. */
export const decideBounds = (bounds: RateBounds): RateBounds | Refusal<'rateBoundsWrong'> => {
  const limits = { min: rateLowest, max: rateHighest }
  const isRight = isRate(bounds.min, limits) && isRate(bounds.max, limits) && bounds.min <= bounds.max
  return isRight ? bounds : refuse('rateBoundsWrong')
}
