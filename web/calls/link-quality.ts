/** How well the partner's media arrives; `unknown` before the second sample. */
export type LinkQuality = 'unknown' | 'good' | 'fair' | 'poor'

/** Cumulative counters of a receiving connection, as `getStats` gives them. */
export interface LinkSample {
  packetsReceived: number
  packetsLost: number
  roundTripMs: number | null
}

/** Limits for talk: loss in percent of a sample's packets, round trip in milliseconds. */
const limits = {
  good: { lossPercent: 2, roundTripMs: 300 },
  fair: { lossPercent: 8, roundTripMs: 600 },
} as const

/** Judges the time between two samples. Nothing received is the watchdog's business, not a quality. */
export const qualityBetween = (before: LinkSample, after: LinkSample): LinkQuality => {
  const received = after.packetsReceived - before.packetsReceived
  const lost = Math.max(0, after.packetsLost - before.packetsLost)
  if (received + lost <= 0) return 'unknown'
  const lossPercent = (lost / (received + lost)) * 100
  const roundTripMs = after.roundTripMs ?? 0
  const fits = (limit: { lossPercent: number; roundTripMs: number }) =>
    lossPercent <= limit.lossPercent && roundTripMs <= limit.roundTripMs
  if (fits(limits.good)) return 'good'
  return fits(limits.fair) ? 'fair' : 'poor'
}

/** A counter of a statistics report; 0 where this browser has none. */
export const numberOf = (report: Record<string, unknown>, key: string): number => {
  const value = report[key]
  return typeof value === 'number' ? value : 0
}

/** The candidate pair in use: after an ICE restart the nominated ones of earlier ways stay in the statistics. */
export const pairsInUse = (stats: readonly Record<string, unknown>[]): Record<string, unknown>[] => {
  const selectedId = stats.find(({ type }) => type === 'transport')?.selectedCandidatePairId
  const pairs = stats.filter(({ type }) => type === 'candidate-pair')
  const inUse = pairs.filter(({ id, selected }) => selected === true || (selectedId && id === selectedId))
  return inUse.length > 0 ? inUse : pairs.filter(({ nominated }) => nominated === true)
}

/** Sums the receiving streams of one connection's statistics. */
export const sampleOf = (stats: readonly Record<string, unknown>[]): LinkSample => {
  const sample: LinkSample = { packetsReceived: 0, packetsLost: 0, roundTripMs: null }
  for (const report of stats) {
    if (report.type === 'inbound-rtp') {
      sample.packetsReceived += numberOf(report, 'packetsReceived')
      sample.packetsLost += numberOf(report, 'packetsLost')
    }
  }
  for (const pair of pairsInUse(stats)) {
    if ('currentRoundTripTime' in pair) sample.roundTripMs = numberOf(pair, 'currentRoundTripTime') * 1000
  }
  return sample
}
