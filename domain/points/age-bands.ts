/**
 * The monthly limit of purchases by age (product.md 6.8). A band holds from its first year of age up to the
 * next band's. Operators edit the table; these functions are its only readers, on the server and on the
 * screens.
 */

import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { AgeBand } from '#contract/points/purchase.ts'

/** Nobody younger may buy, so the first band begins here and always exists. */
export const firstBandAge = 18
const lastBandAge = 99
const bandYenMax = 10_000_000

export interface AgeRange extends AgeBand {
  /** The last year of age in the band; null: no end. */
  toAge: number | null
}

/** The bands in order of age, each with its end. */
export const ageRanges = (bands: readonly AgeBand[]): AgeRange[] => {
  const sorted = [...bands].sort((one, other) => one.fromAge - other.fromAge)
  return sorted.map((band, index) => {
    const next = sorted[index + 1]
    return { ...band, toAge: next ? next.fromAge - 1 : null }
  })
}

/** The limit of the band with the highest age that has been reached; null without one. */
export const ageLimitYen = (bands: readonly AgeBand[], age: number): number | null =>
  ageRanges(bands).findLast(({ fromAge }) => fromAge <= age)?.monthlyYen ?? null

/** Whether operators may set this band. Its limit is at least the usual price of the cheapest point pack. */
export const saveBandDecision = ({ fromAge, monthlyYen }: AgeBand): null | Refusal<'ageBandWrong'> => {
  const isAge = Number.isInteger(fromAge) && fromAge >= firstBandAge && fromAge <= lastBandAge
  const isLimit = monthlyYen === null || (monthlyYen >= 1_000 && monthlyYen <= bandYenMax)
  return isAge && isLimit ? null : refuse('ageBandWrong')
}

/** Whether operators may remove the band that begins at this age. The first one stays. */
export const removeBandDecision = (fromAge: number): null | Refusal<'ageBandNeeded'> =>
  fromAge === firstBandAge ? refuse('ageBandNeeded') : null
