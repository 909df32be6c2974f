import { describe, expect, it } from 'vitest'
import { type EchoSample, echoSampleOf, figuresOf } from './connection-figures.ts'

const pair = { type: 'candidate-pair', id: 'p', nominated: true }
const sent = [
  { type: 'outbound-rtp', kind: 'audio', packetsSent: 500 },
  { type: 'outbound-rtp', kind: 'video', packetsSent: 900 },
  { type: 'remote-inbound-rtp', kind: 'audio', packetsLost: 3 },
  { type: 'remote-inbound-rtp', kind: 'video', packetsLost: 4 },
  { ...pair, currentRoundTripTime: 0.04, availableOutgoingBitrate: 1_000_000 },
]
const received = [
  {
    type: 'inbound-rtp',
    kind: 'audio',
    packetsReceived: 490,
    packetsLost: 1,
    bytesReceived: 40_000,
    jitter: 0.004,
  },
  {
    type: 'inbound-rtp',
    kind: 'video',
    packetsReceived: 880,
    packetsLost: 2,
    bytesReceived: 900_000,
    jitter: 0.05,
  },
  { ...pair, currentRoundTripTime: 0.05 },
]

describe('a sample of an echo', () => {
  it('adds up both kinds, and uses the jitter of the sound', () => {
    expect(echoSampleOf(sent, received, 5_000)).toEqual({
      at: 5_000,
      bytesReceived: 940_000,
      packetsReceived: 1_370,
      packetsLost: 3,
      packetsSent: 1_400,
      packetsSentLost: 7,
      roundTripMs: 40,
      jitterMs: 4,
      sendableKbps: 1_000,
    })
  })

  it('is null before anything came back', () => {
    expect(echoSampleOf(sent, [pair], 0)).toBeNull()
  })

  it('has no bitrate where the browser doesn’t report one', () => {
    expect(echoSampleOf([pair], received, 0)?.sendableKbps).toBeNull()
  })
})

describe('the figures of a measurement', () => {
  const first = echoSampleOf(sent, received, 0) as EchoSample
  const grown = (change: Partial<EchoSample>): EchoSample => ({
    ...first,
    at: 10_000,
    bytesReceived: first.bytesReceived + 1_250_000,
    packetsReceived: first.packetsReceived + 1_000,
    packetsSent: first.packetsSent + 1_000,
    ...change,
  })

  it('are the differences between its first and last sample', () => {
    expect(figuresOf([first, grown({ roundTripMs: 60, jitterMs: 8 })])).toEqual({
      receivedKbps: 1_000,
      sendableKbps: 1_000,
      lossPercent: 0,
      roundTripMs: 50,
      jitterMs: 6,
    })
  })

  it.each([
    ['on the way back', { packetsLost: first.packetsLost + 250 }, 20],
    ['on the way there', { packetsSentLost: first.packetsSentLost + 100 }, 10],
    ['by a counter that fell', { packetsLost: first.packetsLost - 1 }, 0],
  ])('count lost packets %s', (_, change, percent) => {
    expect(figuresOf([first, grown(change)])?.lossPercent).toBeCloseTo(percent)
  })

  it('are null for a single sample', () => {
    expect(figuresOf([first])).toBeNull()
  })
})
