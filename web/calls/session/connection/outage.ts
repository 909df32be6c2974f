/**
 * The outage of a call: since when the meter's picture is frozen, and since when a side's time to reconnect
 * runs. Pure.
 */
export interface Outage {
  /** Since when nothing arrives, by the page's clock. */
  frozenSince: number | null
  /** Since when a side is away and its 20 s run. Null while the partner is only quiet. */
  awaySince: number | null
}

export const running: Outage = { frozenSince: null, awaySince: null }

export interface ConnectionEvent {
  /** The partner's media doesn't arrive. */
  isQuiet: boolean
  /** The server waits for a side, or the own line is down. */
  isAway: boolean
}

export const outageAfter = (before: Outage, { isQuiet, isAway }: ConnectionEvent, now: number): Outage => ({
  frozenSince: isQuiet || isAway ? (before.frozenSince ?? now) : null,
  awaySince: isAway ? (before.awaySince ?? now) : null,
})

/** Shown only after the first moments, in which most lines recover. */
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
