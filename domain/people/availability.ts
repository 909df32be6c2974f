import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** A request to be notified when a broadcaster is on standby lasts a day (product.md 3.22). */
export const availabilityRequestLifeMs = 24 * 3_600_000
/** Open requests of one caller. */
const availabilityRequestsMax = 20

/**
 * Those who asked first are notified first: this many callers of one broadcaster at a time, and the next ones a
 * round later, if the broadcaster is still free.
 */
export const notifiedAtOnceMax = 10
export const availabilityRoundMs = 5_000

/** Whether a caller may ask for one more notification. A request that is open already is never refused. */
export const decideAvailabilityRequest = (facts: {
  open: number
  isOpen: boolean
}): null | Refusal<'availabilityTooMany'> =>
  facts.isOpen || facts.open < availabilityRequestsMax ? null : refuse('availabilityTooMany')
