import type { LineFigures } from '#domain/calls/quality/pre-call-check.ts'
import { numberOf, pairsInUse, sampleOf } from '#web/calls/media/link-quality.ts'

type Stats = readonly Record<string, unknown>[]

/** Cumulative counters of both directions of an echo, and their momentary figures. */
export interface EchoSample {
  /** Milliseconds of the statistics' own clock. */
  at: number
  bytesReceived: number
  packetsReceived: number
  packetsLost: number
  packetsSent: number
  /** As the media server reports it. */
  packetsSentLost: number
  roundTripMs: number | null
  jitterMs: number
  sendableKbps: number | null
}

const sum = (reports: Stats, key: string): number =>
  reports.reduce((total, report) => total + numberOf(report, key), 0)

const sendableKbpsOf = (sent: Stats): number | null => {
  const [bps] = pairsInUse(sent)
    .map((pair) => numberOf(pair, 'availableOutgoingBitrate'))
    .filter((each) => each > 0)
  return bps === undefined ? null : bps / 1000
}

/**
 * @param sent statistics of the sending connection,
 * @param received of the receiving one; null before media arrived
 */
export const echoSampleOf = (sent: Stats, received: Stats, at: number): EchoSample | null => {
  const inbound = received.filter(({ type }) => type === 'inbound-rtp')
  const { packetsReceived, packetsLost, roundTripMs, soundJitterMs } = sampleOf(received)
  if (packetsReceived === 0) return null
  return {
    at,
    bytesReceived: sum(inbound, 'bytesReceived'),
    packetsReceived,
    packetsLost,
    packetsSent: sum(
      sent.filter(({ type }) => type === 'outbound-rtp'),
      'packetsSent',
    ),
    packetsSentLost: sum(
      sent.filter(({ type }) => type === 'remote-inbound-rtp'),
      'packetsLost',
    ),
    roundTripMs: sampleOf(sent).roundTripMs ?? roundTripMs,
    jitterMs: soundJitterMs ?? 0,
    sendableKbps: sendableKbpsOf(sent),
  }
}

const percent = (part: number, whole: number): number => (whole > 0 ? (Math.max(0, part) / whole) * 100 : 0)
const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((total, value) => total + value, 0) / values.length : 0
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

/**
 * The figures of a series of samples; null while it has no duration. The available bitrate is the last one.
 */
export const figuresOf = (samples: readonly EchoSample[]): LineFigures | null => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at <= first.at) return null
  const grown = (
    key: 'bytesReceived' | 'packetsReceived' | 'packetsLost' | 'packetsSent' | 'packetsSentLost',
  ) => last[key] - first[key]
  const back = percent(grown('packetsLost'), grown('packetsLost') + grown('packetsReceived'))
  const there = percent(grown('packetsSentLost'), grown('packetsSent'))
  return {
    receivedKbps: (grown('bytesReceived') * 8) / (last.at - first.at),
    sendableKbps: last.sendableKbps,
    lossPercent: Math.min(100, Math.max(back, there)),
    roundTripMs: mean(known(samples.map(({ roundTripMs }) => roundTripMs))),
    jitterMs: mean(samples.map(({ jitterMs }) => jitterMs)),
  }
}
