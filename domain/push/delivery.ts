/** A missed call is pushed for a day; a ring and its end only while they last. */
export const missedRetentionMs = 24 * 60 * 60_000
/** Other pushes are tried again for as long as a ring would be. */
export const triedMs = 30_000

const firstRetryMs = 1_000
const retryMaxMs = 8_000

/** How long to wait after `attempts` temporary failures; longer if the service says so. Milliseconds. */
export const retryAfterMs = (attempts: number, saidMs: number | null): number =>
  Math.max(saidMs ?? 0, Math.min(firstRetryMs * 2 ** (attempts - 1), retryMaxMs))

const failuresMax = 5
/**
 * Longer than a weekend's outage of a push service, after which members' pages would have to register again.
 */
const failingMaxMs = 3 * 24 * 60 * 60_000

/** Whether an address is dropped because nothing could be delivered to it. */
export const isGivenUp = (failures: number, failingMs: number): boolean =>
  failures >= failuresMax && failingMs >= failingMaxMs

/** Browsers of one member; the one whose last registration is oldest is dropped. */
export const addressesMax = 10
