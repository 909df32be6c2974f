import { type Box, boxesIn, boxOf, childrenOf, typeAt, viewOf } from './boxes.ts'

/** One sample of a track: a picture or a packet of sound. */
export interface Sample {
  /** Where its bytes lie in the file. */
  offset: number
  size: number
  /** In units of the track's timescale. */
  duration: number
  decodedAt: number
  /** When it is shown or heard, less when it is decoded. */
  compositionOffset: number
  isKey: boolean
}

export interface Track {
  kind: 'video' | 'audio'
  box: Box
  /** Units a second. */
  timescale: number
  samples: readonly Sample[]
}

/** The index of an MP4 file whose `moov` comes before its `mdat`. */
export interface Movie {
  /** From the file's beginning to the end of `moov`. */
  head: Uint8Array
  ftyp: Box
  moov: Box
  tracks: readonly Track[]
}

/** Where the `moov` that follows `ftyp` ends, read from the file's first bytes. Throws for another order. */
export const headEnd = (bytes: Uint8Array): number => {
  const view = viewOf(bytes)
  const ftypEnd = view.getUint32(0)
  if (typeAt(bytes, 4) !== 'ftyp' || ftypEnd + 8 > bytes.length || typeAt(bytes, ftypEnd + 4) !== 'moov')
    throw new Error('the file does not begin with ftyp and moov')
  return ftypEnd + view.getUint32(ftypEnd)
}

/** Numbers of 32 bits from a table's body on, after version, flags and what else comes before. */
const numbersOf = (head: Uint8Array, { body, end }: Box, skipped: number): number[] => {
  const view = viewOf(head)
  const found: number[] = []
  for (let at = body + skipped; at + 4 <= end; at += 4) found.push(view.getUint32(at))
  return found
}

/** Runs of equal values: pairs of a count and a value. */
const unpacked = (pairs: readonly number[]): number[] => {
  const found: number[] = []
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (let nth = 0; nth < (pairs[at] ?? 0); nth += 1) found.push(pairs[at + 1] ?? 0)
  return found
}

/** After version and flags, after the count of rows, and after both of the fields of `stsz`. */
const [afterFlags, afterCount, afterSizes] = [4, 8, 12]

/** Where each sample begins: chunks lie anywhere, and the samples of one chunk behind each other. */
const offsetsOf = (head: Uint8Array, tables: readonly Box[], sizes: readonly number[]): number[] => {
  const chunks = numbersOf(head, boxOf(tables, 'stco'), afterCount)
  const runs = numbersOf(head, boxOf(tables, 'stsc'), afterCount)
  const offsets: number[] = []
  let run = 0
  for (const [chunk, start] of chunks.entries()) {
    while (run + 3 < runs.length && (runs[run + 3] ?? 0) <= chunk + 1) run += 3
    let at = start
    for (let nth = 0; nth < (runs[run + 1] ?? 0); nth += 1) {
      offsets.push(at)
      at += sizes[offsets.length - 1] ?? 0
    }
  }
  return offsets
}

const samplesOf = (head: Uint8Array, tables: readonly Box[]): Sample[] => {
  const stsz = boxOf(tables, 'stsz')
  const [equalSize = 0, count = 0] = numbersOf(head, stsz, afterFlags)
  const sizes = equalSize > 0 ? Array<number>(count).fill(equalSize) : numbersOf(head, stsz, afterSizes)
  const durations = unpacked(numbersOf(head, boxOf(tables, 'stts'), afterCount))
  const ctts = tables.find(({ type }) => type === 'ctts')
  const compositions = ctts ? unpacked(numbersOf(head, ctts, afterCount)) : []
  const stss = tables.find(({ type }) => type === 'stss')
  const keys = stss && new Set(numbersOf(head, stss, afterCount))
  const offsets = offsetsOf(head, tables, sizes)
  if (offsets.length !== count || durations.length !== count) throw new Error('tables of different lengths')
  let decodedAt = 0
  return sizes.map((size, at) => {
    const duration = durations[at] ?? 0
    const sample = {
      ...{ offset: offsets[at] ?? 0, size, duration, decodedAt },
      // Signed in version 1 of the table, which our encoder writes.
      ...{ compositionOffset: (compositions[at] ?? 0) | 0, isKey: keys?.has(at + 1) ?? true },
    }
    decodedAt += duration
    return sample
  })
}

const trackOf = (head: Uint8Array, box: Box): Track | null => {
  const mdia = childrenOf(head, boxOf(childrenOf(head, box), 'mdia'))
  const handler = typeAt(head, boxOf(mdia, 'hdlr').body + afterCount)
  const kind = handler === 'vide' ? 'video' : handler === 'soun' ? 'audio' : null
  if (kind === null) return null
  const mdhd = boxOf(mdia, 'mdhd').body
  const isLong = head[mdhd] === 1
  const tables = childrenOf(head, boxOf(childrenOf(head, boxOf(mdia, 'minf')), 'stbl'))
  const timescale = viewOf(head).getUint32(mdhd + (isLong ? 20 : 12))
  return { kind, box, timescale, samples: samplesOf(head, tables) }
}

/** Reads the index of a file of our own encoder from its first bytes. Throws for any other form. */
export const readMovie = (bytes: Uint8Array): Movie => {
  const head = bytes.subarray(0, headEnd(bytes))
  const [ftyp, moov] = boxesIn(head, 0, head.length)
  if (!ftyp || !moov) throw new Error('the file has no index')
  const tracks = childrenOf(head, moov)
    .filter(({ type }) => type === 'trak')
    .flatMap((box) => trackOf(head, box) ?? [])
  return { head, ftyp, moov, tracks }
}

export const videoTrack = ({ tracks }: Movie): Track => {
  const track = tracks.find(({ kind }) => kind === 'video')
  if (!track) throw new Error('the file has no pictures')
  return track
}

/** The configuration of the decoder (ISO/IEC 14496-15, 5.3), which all samples of the track need. */
export const decoderConfiguration = (head: Uint8Array, track: Track): Uint8Array => {
  const mdia = childrenOf(head, boxOf(childrenOf(head, track.box), 'mdia'))
  const tables = childrenOf(head, boxOf(childrenOf(head, boxOf(mdia, 'minf')), 'stbl'))
  // The entry's own fields take 78 bytes after the head of the first and only one.
  const [entry] = boxesIn(head, boxOf(tables, 'stsd').body + afterCount, boxOf(tables, 'stsd').end)
  if (!entry) throw new Error('the track has no sample entry')
  const avcC = boxOf(boxesIn(head, entry.body + 78, entry.end), 'avcC')
  return head.subarray(avcC.body, avcC.end)
}
