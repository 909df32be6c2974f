import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FrameReader } from '#adapters/video/port.ts'
import type { LeakedVideo } from '#contract/gallery/operator.ts'
import { videoProblems } from '#contract/videos/problems.ts'
import { buyersOfReadings } from '#domain/gallery/watermark/video/named-buyers.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { storedPair } from '#server/videos/stored-pair.ts'
import type { StoredVersion } from '#server/videos/watermark/composed-version.ts'
import { segmentChoice } from '#server/videos/watermark/segment-choice.ts'
import { videoIdForOperators } from '../video/item-video.ts'
import { buyersOf } from './find-buyers.ts'
import { readVideoWatermark } from './read-video.ts'

/** The smaller version tells segments apart as well, and takes less time to read. */
const comparedVersion = 360

const toFile = async (storage: Context['storage'], { key }: StoredVersion, file: string): Promise<string> => {
  const stored = await storage.open(key)
  if (!stored) throw new Error(`${key} is missing`)
  await pipeline(stored.stream, createWriteStream(file))
  return file
}

/** What the copies of an item's buyers are composed of. */
export interface SoldVideo {
  itemId: string
  videoId: string
  first: StoredVersion
  second: StoredVersion
  segmentMs: number
}

/** Null without such an item; `unmarked` for a video whose copies are all the same. */
export const soldVideo = async (db: Db, itemId: string): Promise<SoldVideo | 'unmarked' | null> => {
  const videoId = await videoIdForOperators(db, itemId)
  const stored = videoId === null ? null : await storedPair(db, videoId, comparedVersion)
  if (videoId === null || !stored) return null
  const { first, second, segmentMs } = stored
  return second && segmentMs ? { itemId, videoId, first, second, segmentMs } : 'unmarked'
}

/**
 * Looks for the watermarks of an item's buyers in a found video. docs/benchmarks.md has the error rates.
 * @param found the file, which may be hostile
 * @param folder an empty one, for what is read
 */
export const findVideoBuyers = async (
  { db, storage, secret }: Pick<Context, 'db' | 'storage' | 'secret'>,
  reader: FrameReader,
  { sold, found, folder }: { sold: SoldVideo; found: string; folder: string },
): Promise<Omit<LeakedVideo, 'type'>> => {
  const { itemId, videoId, segmentMs } = sold
  const buyers = await buyersOf(db, itemId)
  const nothing = {
    ...{ problem: null, hasWatermark: true, isFound: false },
    ...{ read: 0, buyers: [], compared: buyers.length },
  }
  const reads = path.join(folder, 'reads')
  await mkdir(reads)
  const answer = await readVideoWatermark(reader, {
    ...{ found, segmentMs, folder: reads },
    first: await toFile(storage, sold.first, path.join(folder, 'first.mp4')),
    second: await toFile(storage, sold.second, path.join(folder, 'second.mp4')),
  })
  if ('problem' in answer) return { ...nothing, problem: videoProblems[answer.problem] }
  if (answer.readings.length === 0) return nothing
  const { read, named } = buyersOfReadings(answer.readings, buyers, ({ id }) =>
    segmentChoice(secret, videoId, id),
  )
  return { ...nothing, isFound: true, read, buyers: named }
}
