import type { IntervalStats } from '#domain/calls/quality/line-quality.ts'

/** Cumulative counters of a receiving connection, as `getStats` gives them; null where a browser has none. */
export interface LinkSample {
  /** Milliseconds of the statistics' own clock. */
  at: number
  packetsReceived: number
  packetsLost: number
  roundTripMs: number | null
  soundJitterMs: number | null
  samplesPlayed: number
  /** Samples made up for audio that didn't arrive; silence isn't counted. */
  samplesConcealed: number
  /** Null where no picture is received. */
  videoBytes: number | null
  framesDecoded: number | null
}

/** A counter of a statistics report; 0 where this browser has none. */
export const numberOf = (report: Record<string, unknown>, key: string): number => {
  const value = report[key]
  return typeof value === 'number' ? value : 0
}

/**
 * The candidate pairs in use. After an ICE restart the nominated pairs of earlier paths stay in the
 * statistics.
 */
export const pairsInUse = (stats: readonly Record<string, unknown>[]): Record<string, unknown>[] => {
  const selectedId = stats.find(({ type }) => type === 'transport')?.selectedCandidatePairId
  const pairs = stats.filter(({ type }) => type === 'candidate-pair')
  const inUse = pairs.filter(({ id, selected }) => selected === true || (selectedId && id === selectedId))
  return inUse.length > 0 ? inUse : pairs.filter(({ nominated }) => nominated === true)
}

/** Sums the receiving streams of one connection's statistics. */
export const sampleOf = (stats: readonly Record<string, unknown>[]): LinkSample => {
  const inbound = stats.filter(({ type }) => type === 'inbound-rtp')
  const [sound] = inbound.filter(({ kind }) => kind === 'audio')
  const [picture] = inbound.filter(({ kind }) => kind === 'video')
  const sumOf = (key: string) => inbound.reduce((total, report) => total + numberOf(report, key), 0)
  const [roundTripMs = null] = pairsInUse(stats)
    .filter((pair) => 'currentRoundTripTime' in pair)
    .map((pair) => numberOf(pair, 'currentRoundTripTime') * 1000)
  return {
    at: Math.max(0, ...inbound.map((report) => numberOf(report, 'timestamp'))),
    packetsReceived: sumOf('packetsReceived'),
    packetsLost: sumOf('packetsLost'),
    roundTripMs,
    soundJitterMs: sound && 'jitter' in sound ? numberOf(sound, 'jitter') * 1000 : null,
    samplesPlayed: sound ? numberOf(sound, 'totalSamplesReceived') : 0,
    samplesConcealed: sound
      ? Math.max(0, numberOf(sound, 'concealedSamples') - numberOf(sound, 'silentConcealedSamples'))
      : 0,
    videoBytes: picture ? numberOf(picture, 'bytesReceived') : null,
    framesDecoded: picture && 'framesDecoded' in picture ? numberOf(picture, 'framesDecoded') : null,
  }
}

const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? (Math.max(0, part) / whole) * 100 : null

/**
 * The figures between two samples. All are null when nothing was received: the connection watch reports that.
 */
export const figuresBetween = (before: LinkSample, after: LinkSample): IntervalStats => {
  const received = after.packetsReceived - before.packetsReceived
  const lost = Math.max(0, after.packetsLost - before.packetsLost)
  const seconds = (after.at - before.at) / 1000
  const perSecond = (from: number | null, to: number | null) =>
    from === null || to === null || seconds <= 0 ? null : Math.max(0, to - from) / seconds
  const bytesPerSec = perSecond(before.videoBytes, after.videoBytes)
  const hasReceived = received + lost > 0
  return {
    lossPercent: percentOf(lost, received + lost),
    roundTripMs: hasReceived ? after.roundTripMs : null,
    jitterMs: hasReceived ? after.soundJitterMs : null,
    concealedPercent: percentOf(
      after.samplesConcealed - before.samplesConcealed,
      after.samplesPlayed - before.samplesPlayed,
    ),
    videoKbps: hasReceived && bytesPerSec !== null ? (bytesPerSec * 8) / 1000 : null,
    framesPerSecond: hasReceived ? perSecond(before.framesDecoded, after.framesDecoded) : null,
  }
}
