import type { VideoProblem } from '#contract/videos/problems.ts'
import type { VideoVersion } from '#contract/videos/videos.ts'

/** What a file says of itself before any picture of it is decoded. */
export interface VideoFacts {
  videoTracks: number
  audioTracks: number
  tracks: number
  /** Pixels as they are shown, upright. */
  width: number
  height: number
  /** Pictures a second; 0 where the file doesn't say. */
  frameRate: number
  durationSec: number
}

/** Seconds of a video: the contract's `videoSecMax`. */
export const secondsMax = 300
/** 4K, upright or not. */
const longSideMax = 3840
const shortSideMax = 2160
/** Phones record a second channel of spatial sound; the first one is kept. */
const audioTracksMax = 4
const tracksMax = 12
/** Containers round durations up to a picture or a packet of sound. */
const roundingSec = 0.5
const frameRateMax = 30
/** Below it a file was cut off: it shows less than it promised. */
const wholeShare = 0.9
const roundingOfShortSec = 0.5

/** Null where the file may be decoded (product.md 7.15). */
export const problemOfFacts = (facts: VideoFacts): VideoProblem | null => {
  if (facts.videoTracks === 0) return 'unreadable'
  if (facts.videoTracks > 1 || facts.audioTracks > audioTracksMax || facts.tracks > tracksMax)
    return 'tooManyTracks'
  const [short, long] = [facts.width, facts.height].sort((one, other) => one - other)
  if (!short || !long || !Number.isFinite(facts.durationSec) || facts.durationSec <= 0) return 'unreadable'
  if (long > longSideMax || short > shortSideMax) return 'tooManyPixels'
  return facts.durationSec > secondsMax + roundingSec ? 'tooLong' : null
}

/** Null where what came out is as long as the file promised. */
export const problemOfResult = (promisedSec: number, shownSec: number): VideoProblem | null =>
  shownSec < promisedSec * wholeShare - roundingOfShortSec ? 'cutOff' : null

/** What the system says when this machine has no room, or no more of what it counts: no fault of the video. */
const ourFaults: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM']

/**
 * What an error says of the video: every error of a reader or a decoder about bytes that were sent means that they are no
 * video, and a file beyond the limit of its size that they are too much of one. Null: the fault is ours, and the same video
 * may succeed later.
 */
export const problemOfError = (error: unknown): VideoProblem | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (ourFaults.includes(code)) return null
  return code === 'EFBIG' ? 'tooHeavy' : 'unreadable'
}

const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2))

/** The size of a version: its shorter side has so many pixels at most, nothing is enlarged, and both sides are even. */
export const versionSize = (
  { width, height }: Pick<VideoFacts, 'width' | 'height'>,
  shortSide: number,
): { width: number; height: number } => {
  const scale = Math.min(1, shortSide / Math.min(width, height))
  return { width: even(width * scale), height: even(height * scale) }
}

/** Pictures a second of every version. */
export const versionFrameRate = (frameRate: number): number =>
  frameRate >= 1 ? Math.min(frameRateMax, Math.round(frameRate)) : frameRateMax

/** Lengths of a segment by the length of the video: a short one has shorter segments, so that many are told apart. */
const segmentLengths = [
  { belowSec: 32, ms: 250 },
  { belowSec: 64, ms: 500 },
  { belowSec: 150, ms: 1_000 },
  { belowSec: Number.POSITIVE_INFINITY, ms: 2_000 },
]
const bitsPerSec: Record<VideoVersion, number> = { 360: 700_000, 720: 2_500_000 }
/** Keyframes take more bytes than the others: more of them take more, so that the pictures look the same. */
const moreBits: Readonly<Record<number, number>> = { 250: 1.5, 500: 1.25 }

/**
 * Milliseconds from one keyframe to the next. A segment carries one bit of a buyer's watermark: a video of five minutes
 * has 150, one of 16 seconds 64.
 */
export const segmentMsOf = (durationSec: number): number =>
  segmentLengths.find(({ belowSec }) => durationSec < belowSec)?.ms ?? 2_000

/** Bits a second of the pictures of a version. */
export const pictureBits = (version: VideoVersion, segmentMs: number): number =>
  bitsPerSec[version] * (moreBits[segmentMs] ?? 1)
