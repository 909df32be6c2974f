import { describe, expect, test } from 'vitest'
import { LiveMedia } from '#adapters/media/embedded/metering/live-media.ts'
import { Meter } from '#adapters/media/embedded/metering/meter.ts'
import { carriesDecodableKeyframe } from '#adapters/media/embedded/rtp/keyframe.ts'
import type { CodecName } from '#adapters/media/embedded/signaling/codecs.ts'
import type { Source, StoredPacket } from '#adapters/media/embedded/tracks/source.ts'
import { zeroReading } from '#adapters/media/port.ts'
import { vp8KeyframeHeader } from './support/synthetic.ts'

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')
const keyframe = Buffer.concat([hex('10'), vp8KeyframeHeader, Buffer.alloc(400)])
const frame = Buffer.concat([hex('10 01'), Buffer.alloc(100)])

interface Stream {
  codec: CodecName
  everyMs: number
  payload: Buffer
  from?: number
  to?: number
}

/** Which part of the time is charged, of media as it comes from a broadcaster. */
const chargedShare = (kind: 'voice' | 'video', streams: Stream[], lengthMs = 20_000): number => {
  const media = new LiveMedia(kind)
  const meter = new Meter({ fundedMs: 600_000, unprovenMsMax: 600_000, carried: zeroReading })
  for (let now = 0; now <= lengthMs; now += 10) {
    for (const { codec, everyMs, payload, from = 0, to = lengthMs } of streams) {
      if (now % everyMs !== 0 || now < from || now > to) continue
      const packet = {
        timestamp: now,
        startsKeyframe: payload === keyframe,
        bytes: Buffer.concat([Buffer.alloc(12), payload]),
      } as StoredPacket
      media.record(packet, { codec } as Source, now)
      if (media.mayBegin) meter.forward(now, { isLive: media.isLive(now) })
    }
  }
  return meter.sentMs / lengthMs
}

const camera: Stream = { codec: 'VP8', everyMs: 40, payload: frame }
const firstFrame: Stream = { codec: 'VP8', everyMs: 10_000_000, payload: keyframe }
const voice: Stream = { codec: 'opus', everyMs: 20, payload: Buffer.alloc(60) }
const mutedMicrophone: Stream = { codec: 'opus', everyMs: 20, payload: Buffer.alloc(3) }
const discontinuousSilence: Stream = { codec: 'opus', everyMs: 400, payload: Buffer.alloc(1) }
const oneByteEach900Ms: Stream = { codec: 'opus', everyMs: 900, payload: Buffer.alloc(1) }

describe('in a video call', () => {
  test.each<[string, Stream[]]>([
    ['picture and sound', [firstFrame, camera, voice]],
    ['a picture with a muted microphone', [firstFrame, camera, mutedMicrophone]],
    [
      'a dark picture at four frames a second',
      [firstFrame, { ...camera, everyMs: 250, payload: frame.subarray(0, 80) }],
    ],
    ['sound after the camera was switched off', [firstFrame, { ...camera, to: 2_000 }, voice]],
    ['sound in the longest packets of opus', [firstFrame, { ...voice, everyMs: 120 }]],
  ])('%s is charged', (_, streams) => {
    expect(chargedShare('video', streams)).toBeGreaterThan(0.9)
  })

  test.each<[string, Stream[]]>([
    ['one byte of sound each 900 ms', [oneByteEach900Ms]],
    ['one byte of sound each 900 ms after a picture', [firstFrame, oneByteEach900Ms]],
    ['silence of 50 packets a second', [firstFrame, mutedMicrophone]],
    ['silence of discontinuous transmission', [firstFrame, discontinuousSilence]],
    ['sound before any picture', [voice]],
    ['a keyframe each 900 ms', [{ ...firstFrame, everyMs: 900 }]],
    ['frames that were never begun by a keyframe', [camera, voice]],
    ['a header that only claims to be a keyframe', [{ ...camera, payload: hex('10 00') }]],
    ['frames of two bytes', [firstFrame, { ...camera, from: 2_000, payload: hex('10 01') }]],
  ])('%s is not charged', (_, streams) => {
    expect(chargedShare('video', streams)).toBeLessThan(0.02)
  })

  test('the time without picture and sound is not charged', () => {
    const share = chargedShare('video', [
      firstFrame,
      { ...camera, to: 5_000 },
      { ...voice, to: 5_000 },
      mutedMicrophone,
    ])
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.36)
  })
})

describe('in a voice call', () => {
  test.each<[string, Stream[]]>([
    ['sound', [voice]],
    [
      'silence of discontinuous transmission, of which every tenth packet is lost',
      [
        { ...discontinuousSilence, to: 3_600 },
        { ...discontinuousSilence, from: 4_400, to: 8_000 },
        { ...discontinuousSilence, from: 8_800 },
      ],
    ],
  ])('%s is charged', (_, streams) => {
    expect(chargedShare('voice', streams)).toBeGreaterThan(0.8)
  })

  test('one byte each 900 ms is not charged', () => {
    expect(chargedShare('voice', [oneByteEach900Ms])).toBe(0)
  })
})

describe('a decodable keyframe', () => {
  const vp8 = (header: string) =>
    carriesDecodableKeyframe('VP8', Buffer.concat([hex('10'), hex(header), Buffer.alloc(20)]))
  test('of VP8 has a first partition, the start code and a size', () => {
    expect(vp8('10 04 00 9d 01 2a 80 02 e0 01')).toBe(true)
    expect(vp8('11 04 00 9d 01 2a 80 02 e0 01')).toBe(false)
    expect(vp8('10 00 00 9d 01 2a 80 02 e0 01')).toBe(false)
    expect(vp8('00 00 00 9d 01 2a 80 02 e0 01')).toBe(false)
    expect(vp8('10 04 00 9d 01 2b 80 02 e0 01')).toBe(false)
    expect(vp8('10 04 00 9d 01 2a 00 00 e0 01')).toBe(false)
    expect(vp8('1e 04 00 9d 01 2a 80 02 e0 01')).toBe(false)
    expect(carriesDecodableKeyframe('VP8', hex('10 10 04 00 9d 01'))).toBe(false)
  })

  test.each([
    ['an IDR slice of intra prediction', '65 88 84 00 21 ff ab cd ef', true],
    ['one of another coding of the type', '65 b8 84 00 21 ff ab cd ef', true],
    ['an IDR slice that begins in the middle of the picture', '65 48 84 00 21 ff ab cd ef', false],
    ['an IDR slice of prediction from other pictures', '65 98 84 00 21 ff ab cd ef', false],
    ['two bytes', '65 88', false],
    ['parameters alone', '67 42 e0 1f 8c 8d 40 50 1e', false],
    ['parameters with a slice', '78 00 04 67 42 e0 1f 00 09 65 88 84 00 21 ff ab cd ef', true],
    ['parameters with the claim of a slice', '78 00 04 67 42 e0 1f 00 02 65 88', false],
    ['an aggregation whose size lies', '78 ff ff 65 88', false],
    ['the first fragment of a slice', '7c 85 88 84 00 21 ff ab cd ef', true],
    ['a later fragment', '7c 05 88 84 00 21 ff ab cd ef', false],
  ])('of H264: %s', (_, bytes, expected) => {
    expect(carriesDecodableKeyframe('H264', hex(bytes))).toBe(expected)
  })
})
