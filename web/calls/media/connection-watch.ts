import { numberOf, pairsInUse } from './link-quality.ts'

/**
 * Judges a media connection by what still arrives on it. That is faster than the browser: Chromium reports a
 * dead connection as `disconnected` after 5 to 7 s. The watch is pure; samples are passed in.
 */

export interface LineSample {
  /** Changes with any packet that arrives: media, its reports, answers to connectivity checks. */
  received: number
  /** Changes with the partner's media; null where the connection receives none. */
  media: number | null
}

/**
 * `quiet`: the partner's media stopped, while the line may work. `stuck`: it stopped for so long that a new
 * offer is worth trying. `dead`: nothing at all arrives.
 */
export type LineVerdict = 'alive' | 'quiet' | 'stuck' | 'dead'

export const sampleEveryMs = 500
/** Audio packets arrive 50 times a second, also from a muted microphone. */
const quietAfterMs = 2_000
const stuckAfterMs = 8_000
/** A browser checks an idle connection every 2.5 s at the latest, and a server reports every second. */
const deadAfterMs = 3_500
/** The limit after a hint that the network changed. One report of the server may be lost within it. */
const deadAfterHintMs = 2_000
const hintLastsMs = 6_000
/** This many samples with media end `quiet`; fewer would make the screen flicker on a line that stutters. */
const samplesToTrust = 2

export interface LineWatch {
  /** @param now milliseconds of a monotonic clock */
  add(sample: LineSample, now: number): LineVerdict
  /** The network may have changed: for a while the connection counts as dead sooner. */
  hint(now: number): void
  /** There is another connection, or none: earlier samples no longer count. */
  reset(): void
}

/**
 * @param quietMsMax a partner who sends nothing for longer, on a line that works, is no longer reported as
 * quiet
 */
export const createLineWatch = (quietMsMax = Number.POSITIVE_INFINITY): LineWatch => {
  let before: LineSample | null = null
  let sampledAt = 0
  let noPacketMs = 0
  /**
   * Reported as dead, and nothing has arrived since. A line that only sends has no media whose absence would
   * show it.
   */
  let isDead = false
  let silentMs = 0
  let stuckAtMs = stuckAfterMs
  let hasMedia = false
  let trust = samplesToTrust
  let hintedUntil = Number.NEGATIVE_INFINITY

  const update = (sample: LineSample, now: number) => {
    // A page that was suspended took no samples; the gap says nothing about the line.
    const passedMs = before ? Math.min(now - sampledAt, 2 * sampleEveryMs) : 0
    const hasNoPacket = sample.received === before?.received
    noPacketMs = hasNoPacket ? noPacketMs + passedMs : 0
    isDead &&= hasNoPacket
    const isMediaHere = sample.media !== null && sample.media !== (before?.media ?? 0)
    hasMedia ||= isMediaHere
    if (isMediaHere || !hasMedia) silentMs = 0
    else silentMs += passedMs
    if (silentMs === 0) stuckAtMs = stuckAfterMs
    if (silentMs >= quietMsMax) trust = samplesToTrust
    else if (silentMs >= quietAfterMs) trust = 0
    else if (isMediaHere) trust += 1
    before = sample
    sampledAt = now
  }

  return {
    add: (sample, now) => {
      update(sample, now)
      if (noPacketMs >= (now < hintedUntil ? deadAfterHintMs : deadAfterMs)) {
        // Reported once, and again when it lasts as long again.
        noPacketMs = 0
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
      noPacketMs = 0
      isDead = false
      silentMs = 0
    },
  }
}

/** All packets received over the candidate pair in use, as far as this browser counts them. */
const receivedOver = (pair: Record<string, unknown>): number =>
  numberOf(pair, 'packetsReceived') +
  numberOf(pair, 'bytesReceived') +
  numberOf(pair, 'responsesReceived') +
  numberOf(pair, 'requestsReceived')

/** What a connection has received so far, from its statistics. */
export const lineSampleOf = (stats: readonly Record<string, unknown>[]): LineSample => {
  const streams = stats.filter(({ type }) => type === 'inbound-rtp')
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    received: sum(pairsInUse(stats).map(receivedOver)),
    media: streams.length > 0 ? sum(streams.map((stream) => numberOf(stream, 'bytesReceived'))) : null,
  }
}
