import { type Box, boxWith, childrenOf, tableBox, viewOf } from './boxes.ts'
import { decoderConfiguration, type Movie, type Sample, type Track, videoTrack } from './movie.ts'

/** Bytes of one of the two stored files, or of the new index. */
export interface Piece {
  from: 'head' | 'first' | 'second'
  offset: number
  length: number
}

/** A file that is not stored: its index, and where the rest of its bytes lies. */
export interface ComposedMovie {
  head: Uint8Array
  pieces: readonly Piece[]
  bytes: number
}

/** The samples of each segment: one begins with the first keyframe of its time. */
const segmentsOf = ({ samples, timescale }: Track, segmentMs: number): Sample[][] => {
  const segments: Sample[][] = []
  let current = -1
  for (const sample of samples) {
    const shownMs = ((sample.decodedAt + sample.compositionOffset) * 1_000) / timescale
    // A picture's time is rounded to the timescale.
    const segment = Math.floor(shownMs / segmentMs + 1e-3)
    if (sample.isKey && segment > current) {
      current = segment
      segments.push([])
    }
    segments.at(-1)?.push(sample)
  }
  return segments
}

/** Sound that belongs to no later segment than the pictures; what comes after them belongs to the last one. */
const soundSegments = (sound: Track, pictures: Track, segments: readonly Sample[][]): Sample[][] => {
  const startsSec = segments.map(([first]) => (first?.decodedAt ?? 0) / pictures.timescale)
  const found: Sample[][] = segments.map(() => [])
  let at = 0
  for (const sample of sound.samples) {
    const sec = sample.decodedAt / sound.timescale
    while (at + 1 < segments.length && sec >= (startsSec[at + 1] ?? 0)) at += 1
    found[at]?.push(sample)
  }
  return found
}

const lengthOf = (samples: readonly Sample[]): number => samples.reduce((sum, { size }) => sum + size, 0)

/** Runs of neighbouring bytes. */
const piecesOf = (from: Piece['from'], samples: readonly Sample[]): Piece[] => {
  const pieces: Piece[] = []
  for (const { offset, size } of samples) {
    const last = pieces.at(-1)
    if (last && last.offset + last.length === offset) last.length += size
    else pieces.push({ from, offset, length: size })
  }
  return pieces
}

const merged = (pieces: readonly Piece[]): Piece[] => {
  const found: Piece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    if (last?.from === piece.from && last.offset + last.length === piece.offset) last.length += piece.length
    else found.push({ ...piece })
  }
  return found
}

/** Counts and values of runs of equal values. */
const packed = (values: readonly number[]): number[] => {
  const rows: [number, number][] = []
  for (const value of values) {
    const last = rows.at(-1)
    if (last?.[1] === value) last[0] += 1
    else rows.push([1, value])
  }
  return [rows.length, ...rows.flat()]
}

/** Rows of `stsc`: the chunks' numbers of samples, where they change. */
const chunkRows = (counts: readonly number[]): number[] => {
  const rows: number[][] = []
  for (const [at, count] of counts.entries()) if (rows.at(-1)?.[1] !== count) rows.push([at + 1, count, 1])
  return [rows.length, ...rows.flat()]
}

/** A track of the new file: one chunk for each segment that has samples. */
interface NewTrack {
  chunks: readonly Sample[][]
  offsets: readonly number[]
  isVideo: boolean
}

const tablesOf = ({ chunks, offsets, isVideo }: NewTrack): Map<string, Uint8Array> => {
  const samples = chunks.flat()
  const keys = samples.flatMap(({ isKey }, at) => (isKey ? [at + 1] : []))
  const tables = new Map([
    ['stts', tableBox('stts', packed(samples.map(({ duration }) => duration)))],
    ['stsz', tableBox('stsz', [0, samples.length, ...samples.map(({ size }) => size)])],
    ['stsc', tableBox('stsc', chunkRows(chunks.map(({ length }) => length)))],
    ['stco', tableBox('stco', [offsets.length, ...offsets])],
  ])
  if (!isVideo) return tables
  return tables
    .set('ctts', tableBox('ctts', packed(samples.map(({ compositionOffset }) => compositionOffset)), 1))
    .set('stss', tableBox('stss', [keys.length, ...keys]))
}

/** It would have to be counted anew, and players do without it. */
const droppedTable = 'cslg'

/** A box with the tables of a track replaced, however deep they lie. */
const withTables = (head: Uint8Array, box: Box, tables: ReadonlyMap<string, Uint8Array>): Uint8Array => {
  const replaced = tables.get(box.type)
  if (replaced) return replaced
  if (!['trak', 'mdia', 'minf', 'stbl'].includes(box.type)) return head.subarray(box.start, box.end)
  const children = childrenOf(head, box).filter(({ type }) => type !== droppedTable)
  return boxWith(
    box.type,
    children.map((child) => withTables(head, child, tables)),
  )
}

const headOf = (
  { head, ftyp, moov, tracks }: Movie,
  tablesFor: (track: Track) => ReadonlyMap<string, Uint8Array>,
  mediaBytes: number,
): Uint8Array => {
  const children = childrenOf(head, moov).map((box) => {
    const track = tracks.find((each) => each.box.start === box.start)
    return track ? withTables(head, box, tablesFor(track)) : head.subarray(box.start, box.end)
  })
  const mdat = boxWith('mdat', [])
  viewOf(mdat).setUint32(0, mdat.length + mediaBytes)
  const parts = [head.subarray(ftyp.start, ftyp.end), boxWith('moov', children), mdat]
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** How many segments the two encodings have in common. Throws where they can't stand for each other. */
export const segmentCount = (first: Movie, second: Movie, segmentMs: number): number => {
  const [one, other] = [videoTrack(first), videoTrack(second)]
  const [segments, others] = [segmentsOf(one, segmentMs), segmentsOf(other, segmentMs)]
  const fits =
    segments.length === others.length &&
    one.timescale === other.timescale &&
    isSame(decoderConfiguration(first.head, one), decoderConfiguration(second.head, other)) &&
    segments.every(
      (segment, at) =>
        segment.length === others[at]?.length && segment[0]?.decodedAt === others[at]?.[0]?.decodedAt,
    )
  if (!fits) throw new Error('the two encodings differ in more than their pictures')
  return segments.length
}

/**
 * The file that has each segment's pictures from the first or the second encoding, and the sound of the first: a plain MP4
 * with its index first, one chunk a segment and track. Nothing is encoded or copied; the answer says where the bytes lie.
 * @param second null: all of the first encoding, in chunks by segment
 */
export const composeMovie = (
  first: Movie,
  second: Movie | null,
  segmentMs: number,
  isSecond: (segment: number) => boolean,
): ComposedMovie => {
  const pictures = videoTrack(first)
  const own = segmentsOf(pictures, segmentMs)
  const others = second ? segmentsOf(videoTrack(second), segmentMs) : own
  const isOther = own.map((_, at) => second !== null && isSecond(at))
  const chosen = own.map((segment, at) => (isOther[at] ? (others[at] ?? []) : segment))
  const soundTrack = first.tracks.find(({ kind }) => kind === 'audio')
  const sound = soundTrack ? soundSegments(soundTrack, pictures, own) : own.map(() => [])
  const media: Piece[] = []
  const [pictureOffsets, soundOffsets]: [number[], number[]] = [[], []]
  let at = 0
  for (const [segment, samples] of chosen.entries()) {
    const soundSamples = sound[segment] ?? []
    pictureOffsets.push(at)
    at += lengthOf(samples)
    if (soundSamples.length > 0) soundOffsets.push(at)
    at += lengthOf(soundSamples)
    media.push(
      ...piecesOf(isOther[segment] ? 'second' : 'first', samples),
      ...piecesOf('first', soundSamples),
    )
  }
  const headAt = (shift: number) =>
    headOf(
      first,
      ({ kind }) => {
        const [chunks, offsets] =
          kind === 'video'
            ? [chosen, pictureOffsets]
            : [sound.filter(({ length }) => length > 0), soundOffsets]
        return tablesOf({
          chunks,
          offsets: offsets.map((offset) => offset + shift),
          isVideo: kind === 'video',
        })
      },
      at,
    )
  const head = headAt(headAt(0).length)
  return {
    head,
    pieces: [{ from: 'head', offset: 0, length: head.length }, ...merged(media)],
    bytes: head.length + at,
  }
}

/** The pieces that hold the bytes from `first` to `last`, both included. */
export const piecesWithin = (
  { pieces }: Pick<ComposedMovie, 'pieces'>,
  { first, last }: { first: number; last: number },
): Piece[] => {
  const found: Piece[] = []
  let start = 0
  for (const { from, offset, length } of pieces) {
    const begin = Math.max(first, start)
    const end = Math.min(last + 1, start + length)
    if (begin < end) found.push({ from, offset: offset + begin - start, length: end - begin })
    start += length
  }
  return found
}
