import type { SideSending } from '../../port.ts'
import { carriesDecodableKeyframe } from '../rtp/keyframe.ts'
import { rtpHeaderBytes } from '../rtp/rtp.ts'
import { isVideoCodec } from '../signaling/codecs.ts'
import type { Source, StoredPacket } from '../tracks/source.ts'

const bucketMs = 250

/** Sums of the last seconds, in buckets: an event costs a few additions. */
class Window {
  readonly #counts: Int32Array
  readonly #bytes: Int32Array
  #newest = Number.NEGATIVE_INFINITY
  count = 0
  bytes = 0

  constructor(ms: number) {
    this.#counts = new Int32Array(ms / bucketMs)
    this.#bytes = new Int32Array(ms / bucketMs)
  }

  add(now: number, count: number, bytes: number): void {
    this.moveTo(now)
    const place = this.#newest % this.#counts.length
    this.#counts[place] = (this.#counts[place] ?? 0) + count
    this.#bytes[place] = (this.#bytes[place] ?? 0) + bytes
    this.count += count
    this.bytes += bytes
  }

  moveTo(now: number): void {
    const bucket = Math.floor(now / bucketMs)
    if (bucket - this.#newest >= this.#counts.length) {
      this.#counts.fill(0)
      this.#bytes.fill(0)
      this.count = 0
      this.bytes = 0
    } else {
      for (let passed = this.#newest + 1; passed <= bucket; passed += 1) this.#dropBucket(passed)
    }
    this.#newest = Math.max(this.#newest, bucket)
  }

  #dropBucket(bucket: number): void {
    const place = bucket % this.#counts.length
    this.count -= this.#counts[place] ?? 0
    this.bytes -= this.#bytes[place] ?? 0
    this.#counts[place] = 0
    this.#bytes[place] = 0
  }
}

/** Two frames a second, of which a dark and still picture at the lowest bitrate has more. */
const picture = { windowMs: 2_000, framesMin: 4, bytesMin: 400 } as const
/** Four frames at the lowest of those rates, and a bucket. */
const beginningMs = 1_000
/**
 * Sound that is more than silence: five packets a second, which opus needs at its longest frames (120 ms). A packet of
 * silence has one to three bytes, with discontinuous transmission (RFC 7587, 3.1.3) or without.
 */
const sound = { windowMs: 2_000, packetsMin: 10, packetBytesMin: 6 } as const
/** Sound at all: discontinuous transmission sends a packet of silence each 400 ms, and one of ten may be lost. */
const anySound = { windowMs: 4_000, packetsMin: 7 } as const

/**
 * A picture, from its packets. The first frames count at once: a picture that has just begun has not yet as many frames
 * as the window asks for.
 */
export class PictureFlow {
  readonly #frames = new Window(picture.windowMs)
  #beganAt = Number.NEGATIVE_INFINITY

  add(now: number, frames: number, bytes: number): void {
    this.#frames.moveTo(now)
    if (this.#frames.bytes === 0) this.#beganAt = now
    this.#frames.add(now, frames, bytes)
  }

  isThere(now: number): boolean {
    this.#frames.moveTo(now)
    if (this.#frames.bytes > 0 && now - this.#beganAt < beginningMs) return true
    return this.#frames.count >= picture.framesMin && this.#frames.bytes >= picture.bytesMin
  }
}

/**
 * Whether the broadcaster sends media in real time. A voice call needs sound, silence included; a video call begins
 * with the first keyframe that can be decoded, and from then on needs a picture or audible sound. With the camera off
 * by the broadcaster's own signal it is as a voice call is. What is signalled as off doesn't count, whatever is sent.
 * The work per packet is bounded.
 */
export class LiveMedia {
  #isVideoCall: boolean
  readonly #frames = new Window(picture.windowMs)
  readonly #sounds = new Window(sound.windowMs)
  readonly #anySounds = new Window(anySound.windowMs)
  #frameTimestamp: number | null = null
  #hasBegun: boolean
  #signalled: SideSending

  constructor(kind: 'voice' | 'video', signalled: SideSending = { microphone: true, camera: true }) {
    this.#isVideoCall = kind === 'video'
    this.#hasBegun = kind === 'voice' || !signalled.camera
    this.#signalled = signalled
  }

  /** False before the first keyframe of a video call: nothing reaches the payer before the meter can run. */
  get mayBegin(): boolean {
    return this.#hasBegun
  }

  setKind(kind: 'voice' | 'video'): void {
    this.#isVideoCall = kind === 'video'
  }

  /** What the broadcaster's page says that it sends. */
  signal(signalled: SideSending): void {
    this.#signalled = signalled
    this.#hasBegun ||= !signalled.camera
  }

  /** Records a packet with a payload. */
  record(packet: StoredPacket, source: Source, now: number): void {
    const bytes = packet.bytes.length - rtpHeaderBytes
    if (!isVideoCodec(source.codec)) {
      this.#anySounds.add(now, 1, bytes)
      if (bytes >= sound.packetBytesMin) this.#sounds.add(now, 1, bytes)
      return
    }
    this.#frames.add(now, packet.timestamp === this.#frameTimestamp ? 0 : 1, bytes)
    this.#frameTimestamp = packet.timestamp
    this.#hasBegun ||=
      packet.startsKeyframe && carriesDecodableKeyframe(source.codec, packet.bytes.subarray(rtpHeaderBytes))
  }

  isLive(now: number): boolean {
    const { microphone, camera } = this.#signalled
    if (!this.#isVideoCall || !camera) return microphone && this.#hasAnySound(now)
    return this.#hasPicture(now) || (microphone && this.#hasSound(now))
  }

  #hasPicture(now: number): boolean {
    this.#frames.moveTo(now)
    return this.#frames.count >= picture.framesMin && this.#frames.bytes >= picture.bytesMin
  }

  #hasSound(now: number): boolean {
    this.#sounds.moveTo(now)
    return this.#sounds.count >= sound.packetsMin
  }

  #hasAnySound(now: number): boolean {
    this.#anySounds.moveTo(now)
    return this.#anySounds.count >= anySound.packetsMin
  }
}
