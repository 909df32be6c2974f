import type { EndReason } from '#contract/calls/calls.ts'

/** A search rings so many partners without an answer before it asks whether to go on. */
export const ringsOfSearchMax = 3

/** A page asks so often whether somebody was found (contract/calls/random-calls.ts). */
export const randomAskEveryMs = 2_000

/**
 * What follows a ring of the random matching that has ended. `searchOn` with the next partner; `ask` first; `leave`:
 * he took it back himself; `tell`: a call that came about, or couldn't, ends like any other.
 */
export type AfterRandomRing = 'searchOn' | 'ask' | 'leave' | 'tell'

/** @param unanswered rings of this search that nobody answered, this one not counted */
export const afterRandomRing = (reason: EndReason, unanswered: number): AfterRandomRing => {
  switch (reason) {
    case 'declined':
    case 'missed':
    case 'busy':
      return unanswered + 1 < ringsOfSearchMax ? 'searchOn' : 'ask'
    case 'cancelled':
      return 'leave'
    default:
      return 'tell'
  }
}

/** The estimate as it is said: rounded up, since waiting longer than promised is worse. Null without one. */
export const waitEstimateText = (estimateSec: number | null): string | null => {
  if (estimateSec === null) return null
  if (estimateSec <= 50) return `目安 約${Math.max(10, Math.ceil(estimateSec / 10) * 10)}秒`
  return `目安 約${Math.ceil(estimateSec / 60)}分`
}

/** Where he stands among those who wait. */
export const waitPlaceText = (ahead: number): string =>
  ahead === 0 ? '次におつなぎします' : `あなたの前に${ahead}人お待ちです`
