import type { EndReason } from '#contract/calls/calls.ts'

/** After so many rings without an answer a search asks whether to go on. */
const ringsOfSearchMax = 3

/** A page asks this often whether a partner was found (contract/calls/random-calls.ts). */
export const randomPollEveryMs = 2_000

/**
 * What follows when a ring of a random search has ended. `searchOn`: the next partner; `ask`: ask first
 * whether to go on; `leave`: the caller cancelled; `tell`: a call that took place, or couldn't, ends like any
 * other.
 */
export type AfterRandomRing = 'searchOn' | 'ask' | 'leave' | 'tell'

/** @param unanswered rings of this search that nobody answered, without this one */
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

/**
 * The text of the estimate, rounded up, because waiting longer than announced is worse. Null without an
 * estimate.
 */
export const waitEstimateText = (estimateSec: number | null): string | null => {
  if (estimateSec === null) return null
  if (estimateSec <= 50) return `目安 約${Math.max(10, Math.ceil(estimateSec / 10) * 10)}秒`
  return `目安 約${Math.ceil(estimateSec / 60)}分`
}

/** The caller's place among those who wait. */
export const waitPlaceText = (ahead: number): string =>
  ahead === 0 ? '次におつなぎします' : `あなたの前に${ahead}人お待ちです`
