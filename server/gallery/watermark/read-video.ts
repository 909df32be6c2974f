import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { FrameReader, FramesWanted, ReadFrames } from '#adapters/video/port.ts'
import type { VideoProblem } from '#contract/videos/problems.ts'
import { frameIndexAt } from '#domain/gallery/watermark/video/frames.ts'
import { nearbyMoments } from '#domain/gallery/watermark/video/locate.ts'
import type { ReadSegments } from '#domain/gallery/watermark/video/read-segments.ts'
import {
  locateInThread,
  readSegmentsInThread,
  refineInThread,
} from '#server/images/watermark/watermark-thread.ts'

/** Of the longer side: enough for ten pixels a cell of the pattern. */
const comparedPixels = 320
const thumbPixels = 64
/** Pictures a segment that are compared, and a distance that keeps five minutes below 600. */
const perSegment = 2
const stepMsMax = 500
/** A found picture so close to a segment's edge may show its neighbour. */
const edgeSec = 0.06
const edgedSegmentMs = 500
/** Pictures of a video that is read whole: 100 MB at most for each encoding. */
const wholeMax = 1_000
/** Each moves by two pictures at most. */
const refinementsMax = 6

interface FoundVideo {
  /** The file that was found; hostile. */
  found: string
  /** Both encodings of the version that is compared. */
  first: string
  second: string
  segmentMs: number
  /** An empty folder for what is read. */
  folder: string
}

/**
 * From which encoding each segment of a found video comes; several readings where the pictures alone don't tell which part
 * it is, and none when it isn't this video. Answers why a file can't be read.
 */
export const readVideoWatermark = async (
  reader: FrameReader,
  { found, first, second, segmentMs, folder }: FoundVideo,
): Promise<{ readings: ReadSegments[] } | { problem: VideoProblem }> => {
  let reads = 0
  const framesOf = async (source: string, wanted: FramesWanted) => {
    reads += 1
    const results = path.join(folder, String(reads))
    await mkdir(results)
    return reader.read({ source, folder: results, ...wanted })
  }
  const ours = async (source: string, wanted: FramesWanted): Promise<ReadFrames> => {
    const frames = await framesOf(source, wanted)
    if ('problem' in frames) throw new Error(`a stored encoding is ${frames.problem}`)
    return frames
  }
  const everyMs = Math.min(stepMsMax, segmentMs / perSegment)
  const leaked = await framesOf(found, { longSide: comparedPixels, at: { everyMs } })
  if ('problem' in leaked) return leaked
  const thumbs = await ours(first, { longSide: thumbPixels, at: { everyMs: 0 } })
  const [lastSec, segmentSec] = [thumbs.times.at(-1) ?? 0, segmentMs / 1_000]

  const whole = new Map<string, Promise<ReadFrames>>()
  /** The pictures that are shown at these times: chosen from all of a short video, which are read once. */
  const largeAt = async (source: string, times: readonly number[]): Promise<ReadFrames> => {
    if (thumbs.times.length > wholeMax) return ours(source, { longSide: comparedPixels, at: { times } })
    const reading = whole.get(source) ?? ours(source, { longSide: comparedPixels, at: { everyMs: 0 } })
    whole.set(source, reading)
    const all = await reading
    const size = all.width * all.height
    const values = new Uint8Array(times.length * size)
    for (const [nth, sec] of times.entries()) {
      const from = frameIndexAt(all, sec) * size
      values.set(all.values.subarray(from, from + size), nth * size)
    }
    return { ...all, times: [...times], values }
  }

  /** As long as pictures nearby fit better: where the camera moves, another crop explains a few of them nearly as well. */
  const toTheFrame = async (roughSec: number): Promise<number> => {
    let offsetSec = roughSec
    for (let nth = 0; nth < refinementsMax; nth += 1) {
      const nearby = nearbyMoments(leaked, thumbs, offsetSec)
      if (nearby.moments.length === 0) break
      const shown = await largeAt(
        first,
        nearby.moments.map(({ sec }) => sec),
      )
      const refined = await refineInThread(leaked, nearby, shown)
      if (refined === null || refined === offsetSec) break
      offsetSec = refined
    }
    return offsetSec
  }

  const readAt = async (offsetSec: number): Promise<ReadSegments | null> => {
    const pairs = leaked.times.flatMap((sec, foundNth) => {
      const at = sec + offsetSec
      const segment = Math.floor(at / segmentSec + 1e-3)
      const fromEdge = Math.min(at - segment * segmentSec, (segment + 1) * segmentSec - at)
      const isInside = at > -1e-3 && at <= lastSec + 1e-3
      return isInside && (segmentMs < edgedSegmentMs || fromEdge >= edgeSec)
        ? [{ foundNth, segment, sec: Math.max(0, at) }]
        : []
    })
    const times = pairs.map(({ sec }) => sec)
    const [one, other] = [await largeAt(first, times), await largeAt(second, times)]
    if (one.times.length !== pairs.length || other.times.length !== pairs.length)
      throw new Error('the stored encodings have no picture for a time')
    const segments = Math.floor(lastSec / segmentSec + 1e-3) + 1
    return readSegmentsInThread({ found: leaked, first: one, second: other, pairs, segments })
  }

  const readings: ReadSegments[] = []
  for (const roughSec of await locateInThread(leaked, thumbs)) {
    const reading = await readAt(await toTheFrame(roughSec))
    if (reading) readings.push(reading)
  }
  return { readings }
}
