/**
 * The call while its line is down: since when the meter's picture stands, and since when somebody's time to come
 * back runs. Pure.
 */
export interface Outage {
  /** Since when nothing comes, by the page's clock. */
  standsSince: number | null
  /** Since when a side is away: its 20 s run. Null while the partner is only quiet. */
  awaySince: number | null
}

export const running: Outage = { standsSince: null, awaySince: null }

export interface ConnectionEvent {
  /** The partner's media doesn't come. */
  isQuiet: boolean
  /** The server waits for a side, or the own line is down. */
  isAway: boolean
}

export const outageAfter = (before: Outage, { isQuiet, isAway }: ConnectionEvent, now: number): Outage => ({
  standsSince: isQuiet || isAway ? (before.standsSince ?? now) : null,
  awaySince: isAway ? (before.awaySince ?? now) : null,
})

/** Shown once the first moments, in which most lines come back, are over. */
const countdownAfterMs = 3_000
/** Read aloud once, when so much is left. */
const spokenAtSec = 10

/** What the screen says of the time that is left; null before there is anything to say. */
export const countdownAt = (
  { awaySince }: Outage,
  now: number,
  graceMs: number,
): { leftSec: number; spokenSec: number | null } | null => {
  if (awaySince === null || now - awaySince < countdownAfterMs) return null
  const leftSec = Math.max(0, Math.ceil((awaySince + graceMs - now) / 1000))
  return { leftSec, spokenSec: leftSec <= spokenAtSec ? spokenAtSec : null }
}
