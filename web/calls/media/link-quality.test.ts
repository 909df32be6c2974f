import { describe, expect, it } from 'vitest'
import { preferredCodecs } from './link/transceivers.ts'
import { figuresBetween, type LinkSample, sampleOf } from './link-quality.ts'
import { stateOfLinks } from './media-session.ts'

const start: LinkSample = {
  at: 10_000,
  packetsReceived: 1_000,
  packetsLost: 10,
  roundTripMs: 40,
  soundJitterMs: 8,
  samplesPlayed: 480_000,
  samplesConcealed: 100,
  videoBytes: 1_000_000,
  framesDecoded: 300,
}
const laterBy = (received: number, lost: number, change: Partial<LinkSample> = {}): LinkSample => ({
  ...start,
  at: start.at + 2_000,
  packetsReceived: start.packetsReceived + received,
  packetsLost: start.packetsLost + lost,
  ...change,
})

describe('the figures between two samples', () => {
  it.each([
    [200, 0, 0],
    [196, 4, 2],
    [150, 50, 25],
    [0, 0, null],
  ] as const)('%i received, %i lost: %s % lost', (received, lost, lossPercent) => {
    expect(figuresBetween(start, laterBy(received, lost)).lossPercent).toBe(lossPercent)
  })

  it('is not worse when late packets arrive after all', () => {
    expect(figuresBetween(start, laterBy(200, -8)).lossPercent).toBe(0)
  })

  it('counts pictures per second, and the audio samples that were concealed', () => {
    const change = {
      videoBytes: 1_250_000,
      framesDecoded: 350,
      samplesPlayed: 576_000,
      samplesConcealed: 9_700,
    }
    expect(figuresBetween(start, laterBy(200, 0, change))).toEqual({
      lossPercent: 0,
      roundTripMs: 40,
      jitterMs: 8,
      concealedPercent: 10,
      videoKbps: 1_000,
      framesPerSecond: 25,
    })
  })

  it('has no figures where nothing was received', () => {
    expect(Object.values(figuresBetween(start, laterBy(0, 0))).every((figure) => figure === null)).toBe(true)
  })
})

describe('a sample of the statistics', () => {
  const streams = [
    {
      type: 'inbound-rtp',
      kind: 'audio',
      timestamp: 5_000,
      packetsReceived: 100,
      packetsLost: 1,
      jitter: 0.012,
      totalSamplesReceived: 96_000,
      concealedSamples: 500,
      silentConcealedSamples: 200,
    },
    {
      type: 'inbound-rtp',
      kind: 'video',
      timestamp: 5_000,
      packetsReceived: 300,
      packetsLost: 2,
      bytesReceived: 250_000,
      framesDecoded: 60,
    },
  ]

  it('adds up sound and picture, and uses the round trip time of the candidate pair in use', () => {
    const unused = { type: 'candidate-pair', id: 'a', nominated: false, currentRoundTripTime: 9 }
    const used = { type: 'candidate-pair', id: 'b', nominated: true, currentRoundTripTime: 0.05 }
    const sums = { packetsReceived: 400, packetsLost: 3, roundTripMs: 50 }
    expect(sampleOf([...streams, unused, used])).toMatchObject(sums)
    const earlier = { type: 'candidate-pair', id: 'c', nominated: true, currentRoundTripTime: 3 }
    const transport = { type: 'transport', selectedCandidatePairId: 'b' }
    expect(sampleOf([...streams, transport, used, earlier])).toMatchObject(sums)
    expect(sampleOf([...streams, { ...used, selected: true }, earlier])).toMatchObject(sums)
  })

  it('keeps sound and picture apart where their figures differ in meaning', () => {
    expect(sampleOf(streams)).toMatchObject({
      at: 5_000,
      soundJitterMs: 12,
      samplesConcealed: 300,
      videoBytes: 250_000,
      framesDecoded: 60,
    })
    expect(sampleOf(streams.slice(0, 1))).toMatchObject({ videoBytes: null, framesDecoded: null })
  })
})

it('offers VP8 before H264, their retransmission, and nothing else', () => {
  const browser = ['video/VP9', 'video/H264', 'video/rtx', 'video/VP8', 'video/AV1', 'video/red']
  expect(preferredCodecs(browser.map((mimeType) => ({ mimeType }))).map(({ mimeType }) => mimeType)).toEqual([
    'video/VP8',
    'video/H264',
    'video/rtx',
  ])
})

describe('the state of both directions together', () => {
  it.each([
    ['connecting', 'connecting', 'connecting'],
    ['flowing', 'waiting', 'connecting'],
    ['flowing', 'flowing', 'flowing'],
    ['reconnecting', 'flowing', 'reconnecting'],
    ['flowing', 'reconnecting', 'reconnecting'],
    ['refused', 'flowing', 'failed'],
    [null, 'flowing', 'flowing'],
  ] as const)('%s out, %s in: %s', (publish, subscribe, state) => {
    expect(stateOfLinks(publish, subscribe)).toBe(state)
  })

  it('is quiet when nothing arrives over working connections', () => {
    expect(stateOfLinks('flowing', 'flowing', true)).toBe('quiet')
    expect(stateOfLinks('reconnecting', 'flowing', true)).toBe('reconnecting')
  })
})
