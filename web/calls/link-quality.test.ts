import { describe, expect, it } from 'vitest'
import { type LinkSample, qualityBetween, sampleOf } from './link-quality.ts'
import { preferredCodecs, stateOfLinks } from './media-session.ts'

const start: LinkSample = { packetsReceived: 1_000, packetsLost: 10, roundTripMs: 40 }
const laterBy = (received: number, lost: number, roundTripMs = 40): LinkSample => ({
  packetsReceived: start.packetsReceived + received,
  packetsLost: start.packetsLost + lost,
  roundTripMs,
})

describe('how the line is called', () => {
  it.each([
    [200, 0, 40, 'good'],
    [196, 4, 40, 'good'],
    [190, 10, 40, 'fair'],
    [150, 50, 40, 'poor'],
    [200, 0, 450, 'fair'],
    [200, 0, 900, 'poor'],
    [0, 0, 40, 'unknown'],
  ] as const)('%i received, %i lost, %i ms: %s', (received, lost, roundTripMs, quality) => {
    expect(qualityBetween(start, laterBy(received, lost, roundTripMs))).toBe(quality)
  })

  it('is not worse when late packets turn up after all', () => {
    expect(qualityBetween(start, laterBy(200, -8))).toBe('good')
  })

  it('sums sound and picture, and takes the round trip of the pair in use', () => {
    const streams = [
      { type: 'inbound-rtp', kind: 'audio', packetsReceived: 100, packetsLost: 1 },
      { type: 'inbound-rtp', kind: 'video', packetsReceived: 300, packetsLost: 2 },
    ]
    const unused = { type: 'candidate-pair', id: 'a', nominated: false, currentRoundTripTime: 9 }
    const used = { type: 'candidate-pair', id: 'b', nominated: true, currentRoundTripTime: 0.05 }
    const sums = { packetsReceived: 400, packetsLost: 3, roundTripMs: 50 }
    expect(sampleOf([...streams, unused, used])).toEqual(sums)
    const earlier = { type: 'candidate-pair', id: 'c', nominated: true, currentRoundTripTime: 3 }
    const transport = { type: 'transport', selectedCandidatePairId: 'b' }
    expect(sampleOf([...streams, transport, used, earlier])).toEqual(sums)
    expect(sampleOf([...streams, { ...used, selected: true }, earlier])).toEqual(sums)
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

describe('the two directions as one line', () => {
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

  it('is quiet when nothing comes over lines that are well', () => {
    expect(stateOfLinks('flowing', 'flowing', true)).toBe('quiet')
    expect(stateOfLinks('reconnecting', 'flowing', true)).toBe('reconnecting')
  })
})
