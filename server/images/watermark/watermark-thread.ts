import { Worker } from 'node:worker_threads'
import type { RawPicture } from '#domain/gallery/watermark/apply-watermark.ts'
import type { Frames } from '#domain/gallery/watermark/video/frames.ts'
import type { NearbyMoments } from '#domain/gallery/watermark/video/locate.ts'
import type { Compared, ReadSegments } from '#domain/gallery/watermark/video/read-segments.ts'
import { createGate } from '../request-guard.ts'

const script = new URL('./watermark-worker.ts', import.meta.url)
/** A picture takes a tenth of a second to mark and a second to read, a video of five minutes ten; a busy machine takes more. */
const withinMs = 60_000
const megabytesMax = 1_024

/**
 * What the thread does: `apply` moves the picture's cells, `read` scores each key in the found picture, `locate` finds a
 * video in the original, `refine` does so to the frame, and `segments` reads from which encoding its segments come.
 */
export type WatermarkWork =
  | { type: 'locate'; found: Frames; thumbs: Frames }
  | { type: 'refine'; found: Frames; nearby: NearbyMoments; shown: Frames }
  | { type: 'segments'; compared: Compared }
  | { type: 'apply'; picture: RawPicture; original: { width: number; height: number }; key: Uint8Array }
  | { type: 'read'; original: RawPicture; found: RawPicture; keys: readonly Uint8Array[] }

export interface WatermarkScores {
  /** How alike the found picture and the original are; null: it doesn't show the original. */
  likeness: number | null
  /** One for each key, in standard deviations of a stranger's score. */
  scores: readonly number[]
}

const startThread = (): Worker => {
  const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: megabytesMax } })
  // It waits for work as long as the process lives, and doesn't keep it alive.
  started.unref()
  return started
}

/**
 * Counts pixels in a thread of their own, because it takes too long for the event loop; one work at a time, so that calls
 * keep the other core. Throws when it takes longer than a minute; the next work gets a new thread.
 */
const createThread = () => {
  const gate = createGate(1)
  let thread: Worker | null = null
  return <Answer>(work: WatermarkWork): Promise<Answer> =>
    gate(() => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      thread ??= startThread()
      const current = thread
      const fail = (error: Error) => {
        if (thread === current) thread = null
        void current.terminate()
        reject(error)
      }
      const timer = setTimeout(() => fail(new Error('a watermark took too long')), withinMs)
      current.once('message', resolve)
      current.once('error', fail)
      current.postMessage(work)
      return promise.finally(() => {
        clearTimeout(timer)
        current.off('message', resolve).off('error', fail)
      })
    })
}

/** A buyer waits for the first look at a picture, and doesn't wait for an operator's reading of a video. */
const [ofPictures, ofVideos] = [createThread(), createThread()]

/** The picture's pixels with the watermark of a key; `original` is the size of what it was rendered from. */
export const applyInThread = async (
  picture: RawPicture,
  original: { width: number; height: number },
  key: Uint8Array,
): Promise<Uint8Array> => ofPictures({ type: 'apply', picture, original, key })

export const readInThread = (
  original: RawPicture,
  found: RawPicture,
  keys: readonly Uint8Array[],
): Promise<WatermarkScores> => ofPictures({ type: 'read', original, found, keys })

/** Seconds of the original at the beginning of a found video, the likeliest first; none when it isn't the original. */
export const locateInThread = (found: Frames, thumbs: Frames): Promise<number[]> =>
  ofVideos({ type: 'locate', found, thumbs })

/** The same to the frame, with the original's pictures of the nearby moments; null without any. */
export const refineInThread = (found: Frames, nearby: NearbyMoments, shown: Frames): Promise<number | null> =>
  ofVideos({ type: 'refine', found, nearby, shown })

/** From which encoding the segments of a found video come; null when it isn't the original. */
export const readSegmentsInThread = (compared: Compared): Promise<ReadSegments | null> =>
  ofVideos({ type: 'segments', compared })
