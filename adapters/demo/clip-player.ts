import type { RtcpMessage } from '#adapters/media/embedded/rtp/rtcp.ts'
import { writeSenderReport } from '#adapters/media/embedded/rtp/rtcp.ts'
import { rtpHeaderBytes, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { audioPacketMs, type Clip } from './clip.ts'

/** Numbers of one stream as the offer names them. */
export interface StreamNumbers {
  ssrc: number
  payloadType: number
}

export interface PlayerOptions {
  clip: Clip
  audio: StreamNumbers
  /** Undefined in a voice call. */
  video: StreamNumbers | undefined
  send(packet: Buffer): void
  /** Monotonic time of the first packet, ms. */
  startMs: number
  /** The same moment by the wall clock, ms since 1970: sender reports carry it. */
  startWallMs: number
  /** Where sequence numbers and timestamps begin (RFC 3550: anywhere). */
  firstSequence: number
  firstTimestamp: number
}

export interface ClipPlayer {
  /** Sends what is due at `nowMs`; called every 10 ms or so. */
  tick(nowMs: number): void
  onRtcp(message: RtcpMessage, nowMs: number): void
}

const audioRate = 48
const videoRate = 90
const reportIntervalMs = 1000
/** A receiver repeats its request until the picture comes; one answer is enough for this long. */
const keyframeAnswerMs = 500
/** After a longer stall playing goes on from where it stood instead of in a burst. */
const lagMsMax = 400
const historyPackets = 512
/** Seconds from 1900, the origin of NTP, to 1970. */
const ntpOffsetSec = 2_208_988_800
const packetBytesMax = 1500

interface SentPacket {
  sequence: number
  timestamp: number
  marker: boolean
  payload: Buffer
}

interface Stream extends StreamNumbers {
  /** Timestamp units per ms. */
  rate: number
  sequence: number
  packetCount: number
  octetCount: number
  history: (SentPacket | undefined)[]
}

// One for all: `send` copies before it returns.
const scratch = Buffer.alloc(packetBytesMax)

const createStream = (numbers: StreamNumbers, rate: number, sequence: number): Stream => ({
  ...numbers,
  rate,
  sequence,
  packetCount: 0,
  octetCount: 0,
  history: new Array<SentPacket | undefined>(historyPackets),
})

const modulo = (value: number, size: number) => ((value % size) + size) % size

/** The keyframe fewest frames away from `frame`, before or after it. */
export function nearestKeyframe(clip: Clip, frame: number): number {
  const count = clip.frames.length
  const away = (keyframe: number) => {
    const ahead = modulo(keyframe - frame, count)
    return Math.min(ahead, count - ahead)
  }
  return clip.keyframes.reduce((best, keyframe) => (away(keyframe) < away(best) ? keyframe : best), 0)
}

/**
 * Plays one clip over and over into one connection. Picture and sound tick on grids of their own from `startMs` on,
 * so timestamps and sequence numbers go on over the seam and over jumps; `shiftFrames` says which frame of the clip
 * a tick shows.
 */
export function createClipPlayer(options: PlayerOptions): ClipPlayer {
  const { clip, send } = options
  const audio = createStream(options.audio, audioRate, options.firstSequence)
  const video = options.video && createStream(options.video, videoRate, options.firstSequence)
  let startMs = options.startMs
  let audioTicks = 0
  let videoTicks = 0
  let shiftFrames = 0
  let nextReportMs = startMs
  let answeredMs = Number.NEGATIVE_INFINITY
  let greeted = false

  const timestampAt = (stream: Stream, mediaMs: number) =>
    (options.firstTimestamp + Math.round(mediaMs * stream.rate)) >>> 0

  const write = (stream: Stream, packet: SentPacket) => {
    writeRtpHeader(scratch, { ...packet, payloadType: stream.payloadType, ssrc: stream.ssrc })
    packet.payload.copy(scratch, rtpHeaderBytes)
    send(scratch.subarray(0, rtpHeaderBytes + packet.payload.length))
  }

  const sendNew = (stream: Stream, timestamp: number, marker: boolean, payload: Buffer) => {
    const packet = { sequence: stream.sequence, timestamp, marker, payload }
    stream.history[packet.sequence % historyPackets] = packet
    stream.sequence = (stream.sequence + 1) & 0xffff
    stream.packetCount += 1
    stream.octetCount += payload.length
    write(stream, packet)
  }

  const sendAudioTick = () => {
    const index = Math.round((audioTicks * audioPacketMs + shiftFrames * clip.frameMs) / audioPacketMs)
    const payload = clip.audio[modulo(index, clip.audio.length)]
    // The marker opens a talkspurt (RFC 3551): the first packet only.
    if (payload) sendNew(audio, timestampAt(audio, audioTicks * audioPacketMs), audioTicks === 0, payload)
    audioTicks += 1
  }

  const sendVideoTick = (stream: Stream) => {
    const payloads = clip.frames[modulo(videoTicks + shiftFrames, clip.frames.length)] ?? []
    const timestamp = timestampAt(stream, videoTicks * clip.frameMs)
    payloads.forEach((payload, index) => {
      sendNew(stream, timestamp, index === payloads.length - 1, payload)
    })
    videoTicks += 1
  }

  /** Sender reports pair the wall clock with the timestamp of the same moment: that keeps lips and voice together. */
  const sendReport = (stream: Stream, mediaMs: number) => {
    const wallMs = options.startWallMs + (startMs - options.startMs) + mediaMs
    const seconds = Math.floor(wallMs / 1000)
    const report = {
      ssrc: stream.ssrc,
      ntpSeconds: (seconds + ntpOffsetSec) >>> 0,
      ntpFraction: Math.floor(((wallMs - seconds * 1000) / 1000) * 2 ** 32),
      rtpTimestamp: timestampAt(stream, mediaMs),
      packetCount: stream.packetCount >>> 0,
      octetCount: stream.octetCount >>> 0,
    }
    send(writeSenderReport(report))
  }

  const tick = (nowMs: number) => {
    const lagMs = nowMs - (startMs + audioTicks * audioPacketMs)
    if (lagMs > lagMsMax) startMs += lagMs
    const mediaMs = nowMs - startMs
    while (audioTicks * audioPacketMs <= mediaMs) sendAudioTick()
    while (video && videoTicks * clip.frameMs <= mediaMs) sendVideoTick(video)
    if (nowMs < nextReportMs) return
    nextReportMs = nowMs + reportIntervalMs
    sendReport(audio, mediaMs)
    if (video) sendReport(video, mediaMs)
  }

  /** The first request restarts the clip, so that its first viewer hears the greeting; later ones jump as little as possible. */
  const answerKeyframeRequest = (nowMs: number) => {
    if (!video || nowMs - answeredMs < keyframeAnswerMs) return
    answeredMs = nowMs
    const target = greeted ? nearestKeyframe(clip, modulo(videoTicks + shiftFrames, clip.frames.length)) : 0
    greeted = true
    shiftFrames = target - videoTicks
  }

  const resend = (ssrc: number, sequences: readonly number[]) => {
    const stream = [audio, video].find((candidate) => candidate?.ssrc === ssrc)
    for (const sequence of stream ? sequences : []) {
      const packet = stream?.history[sequence % historyPackets]
      if (stream && packet?.sequence === sequence) write(stream, packet)
    }
  }

  return {
    tick,
    onRtcp(message, nowMs) {
      if (message.type === 'keyframeRequest' && message.ssrc === video?.ssrc) answerKeyframeRequest(nowMs)
      if (message.type === 'nack') resend(message.ssrc, message.sequences)
    },
  }
}
