import { numberOf, pairsInUse } from './link-quality.ts'

/**
 * Judges a media connection by what still arrives on it, faster than the browser does: Chromium calls a dead
 * connection `disconnected` after 5 to 7 s. Pure; samples come in.
 */

export interface LineSample {
  /** Changes with any packet that arrives: media, their reports, answers to connectivity checks. */
  heard: number
  /** Changes with the partner's media; null where none is received. */
  media: number | null
}

/**
 * `quiet`: the partner's media stopped, the own line may be well. `stuck`: so long that a new offer is worth a try.
 * `dead`: nothing at all arrives.
 */
export type LineVerdict = 'alive' | 'quiet' | 'stuck' | 'dead'

export const sampleEveryMs = 500
/** Sound comes 50 times a second, muted or not. */
export const quietAfterMs = 2_000
export const stuckAfterMs = 8_000
/** A browser checks an idle connection every 2.5 s at the latest, and a server reports every second. */
export const deadAfterMs = 3_500
/** After a hint that the network changed: one report of the server may be lost. */
export const deadAfterHintMs = 2_000
const hintLastsMs = 6_000
/** Samples with media before quiet is over: a line that stutters would make the screen flicker. */
const samplesToTrust = 2

export interface LineWatch {
  /** @param now milliseconds of a clock that never jumps */
  take(sample: LineSample, now: number): LineVerdict
  /** Something says that the network may be another one: patience is shorter for a while. */
  hint(now: number): void
  /** Another connection, or none: what was known is void. */
  reset(): void
}

/** @param quietMsMax a partner who sends nothing for longer, on a line that is well, has nothing to send */
export const createLineWatch = (quietMsMax = Number.POSITIVE_INFINITY): LineWatch => {
  let before: LineSample | null = null
  let takenAt = 0
  let unheardMs = 0
  /** Said to be dead, and nothing has come since: a line that only sends has no silence to tell by. */
  let isDead = false
  let silentMs = 0
  let stuckAtMs = stuckAfterMs
  let hasMedia = false
  let trust = samplesToTrust
  let hintedUntil = Number.NEGATIVE_INFINITY

  const note = (sample: LineSample, now: number) => {
    // A page that slept took no samples; that says nothing of the line.
    const passedMs = before ? Math.min(now - takenAt, 2 * sampleEveryMs) : 0
    const isUnheard = sample.heard === before?.heard
    unheardMs = isUnheard ? unheardMs + passedMs : 0
    isDead &&= isUnheard
    const isMediaHere = sample.media !== null && sample.media !== (before?.media ?? 0)
    hasMedia ||= isMediaHere
    if (isMediaHere || !hasMedia) silentMs = 0
    else silentMs += passedMs
    if (silentMs === 0) stuckAtMs = stuckAfterMs
    if (silentMs >= quietMsMax) trust = samplesToTrust
    else if (silentMs >= quietAfterMs) trust = 0
    else if (isMediaHere) trust += 1
    before = sample
    takenAt = now
  }

  return {
    take: (sample, now) => {
      note(sample, now)
      if (unheardMs >= (now < hintedUntil ? deadAfterHintMs : deadAfterMs)) {
        // Said once; said again when it lasts as long again.
        unheardMs = 0
        isDead = true
        return 'dead'
      }
      if (silentMs >= stuckAtMs) {
        stuckAtMs += stuckAfterMs
        return 'stuck'
      }
      return isDead || trust < samplesToTrust ? 'quiet' : 'alive'
    },
    hint: (now) => {
      hintedUntil = now + hintLastsMs
    },
    reset: () => {
      before = null
      unheardMs = 0
      isDead = false
      silentMs = 0
    },
  }
}

/** Everything that came over the pair in use, as far as this browser counts it. */
const heardOver = (pair: Record<string, unknown>): number =>
  numberOf(pair, 'packetsReceived') +
  numberOf(pair, 'bytesReceived') +
  numberOf(pair, 'responsesReceived') +
  numberOf(pair, 'requestsReceived')

/** What a connection has heard so far, from its statistics. */
export const lineSampleOf = (stats: readonly Record<string, unknown>[]): LineSample => {
  const streams = stats.filter(({ type }) => type === 'inbound-rtp')
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    heard: sum(pairsInUse(stats).map(heardOver)),
    media: streams.length > 0 ? sum(streams.map((stream) => numberOf(stream, 'bytesReceived'))) : null,
  }
}
