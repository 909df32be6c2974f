import { readFile } from 'node:fs/promises'
import { isVp8Keyframe, parseIvf } from './ivf.ts'
import { parseOggOpus } from './ogg-opus.ts'

export const audioPacketMs = 20

/** The most of a frame in one packet: with RTP header, SRTP tag, UDP and IPv6 it stays under any usual MTU. */
const fragmentBytesMax = 1150

/** A clip in the form in which it is sent; payloads are shared by all participants who show it. */
export interface Clip {
  loopMs: number
  frameMs: number
  /** Per frame its RTP payloads, payload descriptor included. */
  frames: readonly (readonly Buffer[])[]
  /** Frames at which decoding may begin, in rising order; the first is 0. */
  keyframes: readonly number[]
  /** One opus packet of 20 ms each. */
  audio: readonly Buffer[]
}

/** RFC 7741 with the one-byte descriptor: no picture id, one partition stream, S on the first fragment. */
export function packetizeVp8(frame: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(frame.length / fragmentBytesMax))
  const size = Math.ceil(frame.length / count)
  return Array.from({ length: count }, (_, index) => {
    const startOfPartition = index === 0 ? 0x10 : 0x00
    return Buffer.concat([Buffer.of(startOfPartition), frame.subarray(index * size, (index + 1) * size)])
  })
}

/** Sound and picture repeat together, so a clip is as long as its picture; sound is cut or padded to that. */
export function createClip(ivf: Buffer, oggOpus: Buffer): Clip {
  const video = parseIvf(ivf)
  const loopMs = video.frames.length * video.frameMs
  const audioCount = loopMs / audioPacketMs
  const sound = parseOggOpus(oggOpus)
  const last = sound.at(-1)
  const keyframes = video.frames.flatMap((frame, index) => (isVp8Keyframe(frame) ? [index] : []))
  if (!last || keyframes[0] !== 0) throw new Error('a clip needs sound and a keyframe at its start')
  if (!Number.isInteger(audioCount)) throw new Error('a clip is as long as a whole number of opus packets')
  return {
    loopMs,
    frameMs: video.frameMs,
    frames: video.frames.map(packetizeVp8),
    keyframes,
    audio: Array.from({ length: audioCount }, (_, index) => sound[index] ?? last),
  }
}

export async function loadClip(folder: URL, clipId: string): Promise<Clip> {
  if (!/^[a-z0-9-]+$/.test(clipId)) throw new Error(`no such clip: ${clipId}`)
  const read = (ending: string) => readFile(new URL(`${clipId}.${ending}`, folder))
  return createClip(await read('ivf'), await read('opus'))
}
