import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { CallRates } from '#contract/people/people.ts'
import { type RateBounds, rateHighest, rateLowest, rateStep } from '#contract/people/rates.ts'

const kinds = ['video', 'voice'] as const

/** Whether a price may be newly chosen: points per minute, within the bounds, a multiple of 10. */
export const isRate = (rate: number, { min, max }: RateBounds): boolean =>
  rate >= min && rate <= max && rate % rateStep === 0

/** The price within the bounds that is nearest to this one. */
export const rateInTx = (rate: number, { min, max }: RateBounds): number => Math.min(Math.max(rate, min), max)

export interface RatesChange {
  wanted: CallRates
  /** What holds so far. */
  stored: CallRates
  bounds: Record<keyof CallRates, RateBounds>
}

/**
 * The prices she sets. One that she leaves as it is stands, also where an operator has since moved the bounds past it:
 * nobody's price changes without her. Precedence: a kind must be left, then each price within its bounds.
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
  const house = { min: rateLowest, max: rateHighest }
  const isRight = isRate(bounds.min, house) && isRate(bounds.max, house) && bounds.min <= bounds.max
  return isRight ? bounds : refuse('rateBoundsWrong')
}
