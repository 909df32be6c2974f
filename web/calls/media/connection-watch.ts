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
 * offer is worth trying. `absent`: none has come yet, for as long; reported twice at most. `dead`: nothing at all arrives.
 */
export type ConnectionLiveness = 'alive' | 'quiet' | 'stuck' | 'absent' | 'dead'

export const sampleEveryMs = 500
/** Audio packets arrive 50 times a second, also from a muted microphone. */
const quietAfterMs = 2_000
const stuckAfterMs = 8_000
/** Until a call that doesn't begin has ended. A live room may be without picture and sound for long. */
const absencesMax = 2
/** A browser checks an idle connection every 2.5 s at the latest, and a server reports every second. */
const deadAfterMs = 3_500
/** The limit after a hint that the network changed. One report of the server may be lost within it. */
const deadAfterHintMs = 2_000
const hintLastsMs = 6_000
/**
 * A connection on which nothing arrived for `idlePauseMs`, and then something did, carries connectivity checks only: its
 * page or the partner sends nothing. For `idleLastsMs` after that a hint doesn't make it count as dead sooner, because
 * the checks are up to 2.5 s apart.
 */
const idlePauseMs = 1_500
const idleLastsMs = 10_000
/** This many samples with media end `quiet`; fewer would make the screen flicker on a line that stutters. */
const samplesToTrust = 2

export interface LineWatch {
  /** @param now milliseconds of a monotonic clock */
  add(sample: LineSample, now: number): ConnectionLiveness
  /** The network may have changed: for a while the connection counts as dead sooner. */
  hint(now: number): void
  /** There is another connection, or none: earlier samples no longer count. */
  reset(): void
}

interface LineWatchOptions {
  /** A partner who sends nothing for longer, on a line that works, is no longer reported as quiet. */
  quietMsMax?: number | undefined
  /** The call begins with the partner's media, so that its absence is reported too. */
  expectsMedia?: boolean | undefined
}

export const createLineWatch = ({
  quietMsMax = Number.POSITIVE_INFINITY,
  expectsMedia = false,
}: LineWatchOptions = {}): LineWatch => {
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
  let absentMs = 0
  let absences = 0
  let hasMedia = false
  let trust = samplesToTrust
  let hintedUntil = Number.NEGATIVE_INFINITY
  /** When the line last went on after so long a pause (`idlePauseMs`). */
  let idleAt = Number.NEGATIVE_INFINITY

  const update = (sample: LineSample, now: number) => {
    // A page that was suspended took no samples; the gap says nothing about the line.
    const passedMs = before ? Math.min(now - sampledAt, 2 * sampleEveryMs) : 0
    const hasNoPacket = sample.received === before?.received
    if (!hasNoPacket && noPacketMs >= idlePauseMs) idleAt = now
    noPacketMs = hasNoPacket ? noPacketMs + passedMs : 0
    isDead &&= hasNoPacket
    const isMediaHere = sample.media !== null && sample.media !== (before?.media ?? 0)
    hasMedia ||= isMediaHere
    absentMs = hasMedia || !expectsMedia ? 0 : absentMs + passedMs
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
      const isHinted = now < hintedUntil && now - idleAt > idleLastsMs
      if (noPacketMs >= (isHinted ? deadAfterHintMs : deadAfterMs)) {
        // Reported once, and again when it lasts as long again.
        noPacketMs = 0
        isDead = true
        return 'dead'
      }
      if (silentMs >= stuckAtMs) {
        stuckAtMs += stuckAfterMs
        return 'stuck'
      }
      if (absentMs >= stuckAfterMs && absences < absencesMax) {
        absences += 1
        absentMs = 0
        return 'absent'
      }
      return isDead || trust < samplesToTrust ? 'quiet' : 'alive'
    },
    hint: (now) => {
      hintedUntil = now + hintLastsMs
    },
    reset: () => {
      before = null
      noPacketMs = 0
      idleAt = Number.NEGATIVE_INFINITY
      isDead = false
      silentMs = 0
      absentMs = 0
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

/** The media server reports every second on what it receives (adapters/media/embedded/tracks/track.ts). */
const unreportedMsMax = 4_000

/**
 * Watches whether anybody receives what this page sends. A connection may be up and lead nowhere: its packets are sent,
 * its connectivity checks are answered, and no receiver reports on them.
 *
 * @param onUnreported called once for each such time, and so once at all in a browser that doesn't show reports
 */
export const createReportWatch = (onUnreported: () => void) => {
  let before: { sent: number; reportedAt: number; at: number } | null = null
  let unreportedMs = 0
  let hasNotified = false
  return {
    /** @param now milliseconds of a monotonic clock */
    add: (stats: readonly Record<string, unknown>[], now: number): void => {
      const of = (type: string, key: string) =>
        stats.filter((each) => each.type === type).map((each) => numberOf(each, key))
      const sent = of('outbound-rtp', 'packetsSent').reduce((sum, packets) => sum + packets, 0)
      const reportedAt = Math.max(0, ...of('remote-inbound-rtp', 'timestamp'))
      const isReported = reportedAt !== (before?.reportedAt ?? 0)
      // Another connection counts from zero.
      if (isReported || sent < (before?.sent ?? 0)) unreportedMs = 0
      else if (before && sent > before.sent) unreportedMs += Math.min(now - before.at, 2 * sampleEveryMs)
      if (isReported && reportedAt > 0) hasNotified = false
      before = { sent, reportedAt, at: now }
      if (unreportedMs < unreportedMsMax || hasNotified) return
      hasNotified = true
      unreportedMs = 0
      onUnreported()
    },
  }
}
