import type { CallCarries } from '#contract/calls/in-call.ts'
import { incrementPoints } from './increment.ts'

/** What a call carries from an increment on, until the next one. */
export interface TariffSegment {
  firstIncrement: number
  carries: CallCarries
}

/** Points per increment. */
export interface Tariff {
  video: number
  voice: number
}

/** The prices of one increment, from the prices of a minute. */
export const tariffOf = (ratesPointsPerMin: Tariff): Tariff => ({
  video: incrementPoints(ratesPointsPerMin.video),
  voice: incrementPoints(ratesPointsPerMin.voice),
})

/**
 * Price of the increments `from` up to, not including, `upto`; the SQL twin is `points_of_increments`. While the meter
 * is paused no increment begins.
 *
 * @param otherwise points for an increment before the first segment
 */
export const pointsOfIncrements = (
  segments: readonly TariffSegment[],
  tariff: Tariff,
  { from = 0, upto, otherwise }: { from?: number; upto: number; otherwise: number },
): number => {
  const priceOf = { video: tariff.video, voice: tariff.voice, nothing: tariff.voice } as const
  const overlap = (first: number, end: number) => Math.max(0, Math.min(end, upto) - Math.max(first, from))
  let points = overlap(0, segments[0]?.firstIncrement ?? Number.POSITIVE_INFINITY) * otherwise
  for (const [index, { firstIncrement, carries }] of segments.entries()) {
    const end = segments[index + 1]?.firstIncrement ?? Number.POSITIVE_INFINITY
    points += overlap(firstIncrement, end) * priceOf[carries]
  }
  return points
}
