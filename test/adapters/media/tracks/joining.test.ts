import { describe, expect, test } from 'vitest'
import { parseRtcp } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs, type VideoCodecName } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'

const frameMs = 1_000 / 30
/** From a request to the first packet of the keyframe: the way there and back, and the encoder. */
const answerMs = 60
const payloads = {
  VP8: { keyframe: ['1000aaaa', '0000aaaa'], interframe: ['1001bbbb'] },
  // Parameter sets, then a picture in two fragments.
  H264: { keyframe: ['67aa', '7c8588', '7c4588'], interframe: ['419a'] },
} as const

const negotiated = (name: VideoCodecName): NegotiatedCodec => {
  const codec = codecs.find((each) => each.name === name)
  if (!codec) throw new Error(`no codec ${name}`)
  return { codec, payloadType: 96, rtxPayloadType: null, parameters: '', feedback: [] }
}

interface Newcomer {
  joinedAt: number
  /** What came, in hexadecimal digits, and when. */
  got: { payload: string; at: number }[]
}

/** A room whose broadcaster sends 30 frames a second and answers requests for keyframes, by a clock of the test. */
class CrowdedRoom {
  readonly requestedAt: number[] = []
  readonly #codec: VideoCodecName
  readonly #track: Track
  #now = 0
  #sequence = 1_000
  #frames = 0
  #keyframeDueAt: number | null = 0

  constructor(codec: VideoCodecName = 'VP8') {
    this.#codec = codec
    this.#track = new Track(negotiated(codec), null, (feedback) => {
      if (!parseRtcp(feedback).some(({ type }) => type === 'keyframeRequest')) return
      this.requestedAt.push(this.#now)
      this.#keyframeDueAt ??= this.#now + answerMs
    })
  }

  join(): Newcomer {
    const newcomer: Newcomer = { joinedAt: this.#now, got: [] }
    const forwarder = new Forwarder('video', [negotiated(this.#codec)], openGate, (packet) => {
      if (!isRtcp(packet)) newcomer.got.push({ payload: packet.subarray(12).toString('hex'), at: this.#now })
    })
    forwarder.attach(this.#track, this.#now)
    return newcomer
  }

  /** Frames until then, each as its packets; a newcomer may come between two of them. */
  runTo(until: number, between: () => void = () => undefined): void {
    for (; this.#frames * frameMs <= until; this.#frames += 1) {
      this.#now = this.#frames * frameMs
      const isKeyframe = this.#keyframeDueAt !== null && this.#keyframeDueAt <= this.#now
      if (isKeyframe) this.#keyframeDueAt = null
      const packets = payloads[this.#codec][isKeyframe ? 'keyframe' : 'interframe']
      for (const [place, payload] of packets.entries()) {
        if (place > 0) between()
        this.#receive(Buffer.from(payload, 'hex'))
      }
    }
    this.#now = until
  }

  #receive(payload: Buffer): void {
    this.#sequence += 1
    const packet = Buffer.concat([Buffer.alloc(12), payload])
    const timestamp = this.#frames * 3_000
    const ssrc = 0x11111111
    writeRtpHeader(packet, { payloadType: 96, marker: false, sequence: this.#sequence, timestamp, ssrc })
    const header = parseRtp(packet)
    if (header) this.#track.receive(packet, header, this.#now)
  }
}

describe('those who join a room', () => {
  test('share one keyframe, which the first of them requests at once', () => {
    const room = new CrowdedRoom()
    room.runTo(2_000)
    const newcomers = Array.from({ length: 10 }, (_, place) => {
      room.runTo(2_000 + place * 5)
      return room.join()
    })
    room.runTo(2_200)
    expect(room.requestedAt).toEqual([2_000])
    const beginnings = newcomers.map(({ got }) => got[0])
    expect(beginnings.every((first) => first?.payload === payloads.VP8.keyframe[0])).toBe(true)
    expect(beginnings.every((first) => first !== undefined && first.at <= 2_000 + answerMs + frameMs)).toBe(
      true,
    )
  })

  test('wait for no throttle, whenever the last keyframe was requested', () => {
    for (let sinceMs = 1; sinceMs <= 1_500; sinceMs += 7) {
      const room = new CrowdedRoom()
      room.runTo(2_000)
      for (let each = 0; each < 5; each++) room.join()
      room.runTo(2_000 + sinceMs)
      const { got, joinedAt } = room.join()
      room.runTo(4_500)
      expect(got[0]?.payload).toBe(payloads.VP8.keyframe[0])
      expect((got[0]?.at ?? Number.POSITIVE_INFINITY) - joinedAt).toBeLessThanOrEqual(answerMs + 2 * frameMs)
    }
  })

  test('cost the others a keyframe every 500 ms at most, however many come', () => {
    const room = new CrowdedRoom()
    room.runTo(2_000)
    for (let now = 2_000; now < 7_000; now += 20) {
      room.runTo(now)
      room.join()
    }
    const pauses = room.requestedAt.slice(1).map((at, place) => at - (room.requestedAt[place] ?? 0))
    expect(pauses.length).toBeGreaterThan(5)
    // The first ones join while there are few receivers.
    expect(Math.min(...pauses.slice(1))).toBeGreaterThanOrEqual(500)
  })

  test('get the parameter sets of H264 with a keyframe that has just been', () => {
    const room = new CrowdedRoom('H264')
    room.runTo(200)
    const { got } = room.join()
    room.runTo(300)
    expect(got.slice(0, 3).map(({ payload }) => payload)).toEqual(payloads.H264.keyframe)
  })

  test('get them when they come while the keyframe arrives', () => {
    const room = new CrowdedRoom('H264')
    const newcomers: Newcomer[] = []
    room.runTo(0, () => newcomers.push(room.join()))
    room.runTo(100)
    expect(newcomers).toHaveLength(2)
    for (const { got } of newcomers)
      expect(got.slice(0, 3).map(({ payload }) => payload)).toEqual(payloads.H264.keyframe)
  })
})
