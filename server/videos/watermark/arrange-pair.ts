import { createReadStream } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { composeMovie, segmentCount } from '#domain/videos/mp4/compose.ts'
import { headEnd, type Movie, readMovie } from '#domain/videos/mp4/movie.ts'

/** Enough to read how long a file's index is. */
const beginningBytes = 64

/** The index of a file of ours. */
const movieOf = async (file: string): Promise<Movie> => {
  await using handle = await open(file)
  const beginning = Buffer.alloc(beginningBytes)
  await handle.read(beginning, 0, beginningBytes, 0)
  const head = Buffer.alloc(headEnd(beginning))
  await handle.read(head, 0, head.length, 0)
  return readMovie(head)
}

/** Writes a file anew with one chunk for each segment, so that a segment's pictures are one run of bytes. */
const writeBySegments = async (file: string, segmentMs: number): Promise<void> => {
  const composed = composeMovie(await movieOf(file), null, segmentMs, () => false)
  const to = `${file}.segments`
  await writeFile(to, composed.head)
  for (const { from, offset, length } of composed.pieces)
    if (from !== 'head')
      await writeFile(to, createReadStream(file, { start: offset, end: offset + length - 1 }), { flag: 'a' })
  await rename(to, file)
}

/** Arranges the two encodings of a version by segments. Throws where one segment can't stand for the other. */
export const arrangePair = async (first: string, second: string, segmentMs: number): Promise<void> => {
  await writeBySegments(first, segmentMs)
  await writeBySegments(second, segmentMs)
  segmentCount(await movieOf(first), await movieOf(second), segmentMs)
}
