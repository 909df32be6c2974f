import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Storage, StorageKey } from '#adapters/storage/port.ts'
import { type ComposedMovie, composeMovie, piecesWithin } from '#domain/videos/mp4/compose.ts'
import { headEnd, type Movie, readMovie } from '#domain/videos/mp4/movie.ts'
import type { SegmentChoice } from './segment-choice.ts'

/** A stored file and its size. */
export interface StoredVersion {
  key: StorageKey
  bytes: number
}

/** Most indexes of short videos are shorter, so that one read is enough. */
const firstReadBytes = 65_536
/** Of five minutes some 2 MB each. */
const moviesMax = 24
/** Of five minutes some 200 KB each. */
const copiesMax = 100

/** The copies of members that this process composed lately: a player asks for the same one again and again. */
export const createComposer = (storage: Storage) => {
  const movies = new LRUCache<StorageKey, Promise<Movie | null>>({ max: moviesMax })
  const copies = new LRUCache<string, Promise<ComposedMovie | null>>({ max: copiesMax })

  const readRange = async (key: StorageKey, first: number, last: number): Promise<Buffer | null> => {
    const stream = await storage.openRange(key, { first, last })
    return stream && buffer(stream)
  }

  const readStored = async ({ key, bytes }: StoredVersion): Promise<Movie | null> => {
    const beginning = await readRange(key, 0, Math.min(bytes, firstReadBytes) - 1)
    if (!beginning) return null
    const end = headEnd(beginning)
    const rest = end > beginning.length ? await readRange(key, beginning.length, end - 1) : Buffer.alloc(0)
    return rest && readMovie(Buffer.concat([beginning, rest]))
  }

  /** What fails is asked for again by the next request. */
  const shared = <Key extends string, Value>(
    cache: LRUCache<Key, Promise<Value | null>>,
    key: Key,
    make: () => Promise<Value | null>,
  ): Promise<Value | null> => {
    const known = cache.get(key)
    if (known) return known
    const made = make().then(
      (value) => {
        if (value === null) cache.delete(key)
        return value
      },
      (error: unknown) => {
        cache.delete(key)
        throw error
      },
    )
    cache.set(key, made)
    return made
  }

  const movieOf = (version: StoredVersion) => shared(movies, version.key, () => readStored(version))

  return {
    /** A member's copy; null when a file is missing. */
    compose: (
      { first, second, segmentMs }: { first: StoredVersion; second: StoredVersion; segmentMs: number },
      memberId: string,
      isSecond: SegmentChoice,
    ): Promise<ComposedMovie | null> =>
      shared(copies, `${first.key} ${memberId}`, async () => {
        const [one, other] = await Promise.all([movieOf(first), movieOf(second)])
        return one && other && composeMovie(one, other, segmentMs, isSecond)
      }),

    /** Bytes of a copy, read piece by piece as the receiver takes them. */
    open: (
      movie: ComposedMovie,
      { first, second }: { first: StoredVersion; second: StoredVersion },
      range: { first: number; last: number },
    ): Readable =>
      Readable.from(
        (async function* () {
          for (const { from, offset, length } of piecesWithin(movie, range)) {
            if (from === 'head') {
              yield movie.head.subarray(offset, offset + length)
              continue
            }
            const { key } = from === 'first' ? first : second
            const stream = await storage.openRange(key, { first: offset, last: offset + length - 1 })
            if (!stream) throw new Error(`${key} is missing`)
            yield* stream
          }
        })(),
        { objectMode: false },
      ),
  }
}

export type Composer = ReturnType<typeof createComposer>
