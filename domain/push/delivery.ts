/** A missed call is told as long as it is news; a ring and its end only while they are. */
export const missedRetentionMs = 24 * 60 * 60_000
/** What isn't a ring is tried anew for as long as a ring would be. */
export const triedMs = 30_000

const firstRetryMs = 1_000
const retryMaxMs = 8_000

/** How long to wait after `attempts` that failed in passing; longer where the service said so. Milliseconds. */
export const retryAfterMs = (attempts: number, saidMs: number | null): number =>
  Math.max(saidMs ?? 0, Math.min(firstRetryMs * 2 ** (attempts - 1), retryMaxMs))

const failuresMax = 5
/** Longer than a weekend's outage of a push service: members' pages would have to register anew. */
const failingMaxMs = 3 * 24 * 60 * 60_000

/** Whether an address that nothing could be delivered to any more is given up. */
export const isGivenUp = (failures: number, failingMs: number): boolean =>
  failures >= failuresMax && failingMs >= failingMaxMs

/** Browsers of one member; the one that showed itself longest ago goes. */
export const addressesMax = 10
