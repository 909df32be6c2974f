import { type Alignment, align } from '../align.ts'
import { type GreyPicture, integralImage, meanOf } from '../grey-picture.ts'
import { type Frames, frameAt } from './frames.ts'

/** Cells along the longer side, as the pattern has them (adapters/video/frame-pattern.ts). */
const cellsAlong = 32
/** Only the middle of a cell is read, where the pattern is strongest and a shift by a pixel changes nothing. */
const readPart = 0.7
/** What moved further than so many deviations is no watermark. */
const deviationsMax = 3
/** Pictures from which the exact crop is found; the one that fits best counts. */
const alignedPairs = 3
/** A crop is found to a part of a pixel: to a quarter of one. */
const finestTimes = 4
/**
 * What doesn't change with the segments is no watermark: edges, where the crop is off by a part of a pixel. So many
 * segments before and after show what stays.
 */
const aroundSegments = 6
/** What leans as far as most segments has half of it. */
const surenessMax = 8
/** Below this the pictures of a pair aren't the same. */
const likenessMin = 0.8

/** A found picture beside the same moment of both encodings. */
export interface Compared {
  found: Frames
  first: Frames
  second: Frames
  /** Of each picture: which of the found ones, and which segment of the video; the encodings have them in this order. */
  pairs: readonly { foundNth: number; segment: number }[]
  segments: number
}

/**
 * Of each segment: above 0 from the second encoding, below 0 from the first, more the surer it is, up to `surenessMax`; 0 is
 * not read.
 */
export type ReadSegments = Int8Array

interface Grid {
  cell: number
  columns: number
  rows: number
}

const gridOf = ({ width, height }: Pick<Frames, 'width' | 'height'>): Grid => {
  const cell = Math.max(width, height) / cellsAlong
  return { cell, columns: Math.floor(width / cell + 1e-6), rows: Math.floor(height / cell + 1e-6) }
}

/** A cell less the mean of its neighbours: tones that another encoding shifts are no watermark. NaN stays. */
const withoutTone = (values: Float32Array, { columns, rows }: Grid): Float32Array =>
  values.map((value, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
        const other = values[y * columns + x] ?? Number.NaN
        if (Number.isNaN(other) || (y === row && x === column)) continue
        sum += other
        count += 1
      }
    return count === 0 ? Number.NaN : value - sum / count
  })

const cellMeans = (
  picture: GreyPicture,
  { cell, columns, rows }: Grid,
  { scale, left, top }: Pick<Alignment, 'scale' | 'left' | 'top'>,
): Float32Array => {
  const sums = integralImage(picture)
  const inset = (cell * (1 - readPart)) / 2
  const side = cell * readPart * scale
  const means = new Float32Array(columns * rows).fill(Number.NaN)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const x = (column * cell + inset - left) * scale
      const y = (row * cell + inset - top) * scale
      if (x < 0 || y < 0 || x + side > picture.width || y + side > picture.height) continue
      means[row * columns + column] = meanOf(sums, x, y, side, side)
    }
  return means
}

const medianOfAbsolutes = (values: Float32Array): number => {
  const found = [...values].filter((value) => !Number.isNaN(value)).map(Math.abs)
  found.sort((one, other) => one - other)
  return found[found.length >> 1] ?? 0
}

const sameSize = { scale: 1, left: 0, top: 0 }

/** Of one segment, cell by cell: how the encodings differ, and how the found pictures differ from their middle. */
interface SegmentChange {
  pattern: Float32Array
  change: Float32Array
  pictures: number
}

const changeOf = (
  found: GreyPicture,
  first: GreyPicture,
  second: GreyPicture,
  grid: Grid,
  alignment: Alignment,
): Pick<SegmentChange, 'pattern' | 'change'> => {
  const [one, other] = [cellMeans(first, grid, sameSize), cellMeans(second, grid, sameSize)]
  const seen = cellMeans(found, grid, alignment)
  return {
    pattern: withoutTone(
      one.map((value, at) => (Number.isNaN(seen[at] ?? 0) ? Number.NaN : (value - (other[at] ?? 0)) / 2)),
      grid,
    ),
    change: withoutTone(
      seen.map((value, at) => value - ((one[at] ?? 0) + (other[at] ?? 0)) / 2),
      grid,
    ),
  }
}

const add = (sum: Float32Array, more: Float32Array): void => {
  for (const [at, value] of more.entries()) sum[at] = (sum[at] ?? 0) + value
}

/** How much more alike a segment is to the second encoding than to the first. */
const leaningOf = (
  { pattern, change, pictures }: SegmentChange,
  around: readonly SegmentChange[],
): number => {
  const staying = new Float32Array(change.length)
  for (const other of around)
    add(
      staying,
      other.change.map((value) => value / other.pictures),
    )
  const moved = change.map((value, at) => value / pictures - (staying[at] ?? 0) / around.length)
  // By the median, because what moved between two pictures moved far.
  const most = deviationsMax * (1.4826 * medianOfAbsolutes(moved) || 1)
  let leaning = 0
  for (const [at, value] of moved.entries()) {
    const expected = pattern[at] ?? Number.NaN
    if (Number.isNaN(value) || Number.isNaN(expected)) continue
    leaning -= (Math.max(-most, Math.min(most, value)) * expected) / pictures
  }
  return leaning
}

const bestAlignment = ({ found, first, pairs }: Compared): Alignment | null => {
  const step = Math.max(1, Math.floor(pairs.length / alignedPairs))
  let best: Alignment | null = null
  for (let nth = step >> 1; nth < pairs.length; nth += step) {
    const picture = frameAt(found, pairs[nth]?.foundNth ?? 0)
    const alignment = align(frameAt(first, nth), picture, first.width * finestTimes)
    if (alignment.likeness > (best?.likeness ?? likenessMin)) best = alignment
  }
  return best
}

/**
 * Reads from which encoding each segment of a found video comes, and how surely. Null when the pictures aren't the same.
 */
export const readSegments = (compared: Compared): ReadSegments | null => {
  const { found, first, second, pairs, segments } = compared
  const alignment = bestAlignment(compared)
  if (!alignment) return null
  const grid = gridOf(first)
  const cells = grid.columns * grid.rows
  const sums = Array.from(
    { length: segments },
    (): SegmentChange => ({
      pattern: new Float32Array(cells),
      change: new Float32Array(cells),
      pictures: 0,
    }),
  )
  for (const [nth, { foundNth, segment }] of pairs.entries()) {
    const sum = sums[segment]
    if (!sum) continue
    const { pattern, change } = changeOf(
      frameAt(found, foundNth),
      frameAt(first, nth),
      frameAt(second, nth),
      grid,
      alignment,
    )
    add(sum.pattern, pattern)
    add(sum.change, change)
    sum.pictures += 1
  }
  const leanings = Float32Array.from(sums, (sum, segment) => {
    const around = sums
      .slice(Math.max(0, segment - aroundSegments), segment + aroundSegments + 1)
      .filter(({ pictures }) => pictures > 0)
    return sum.pictures === 0 ? Number.NaN : leaningOf(sum, around)
  })
  const usual = medianOfAbsolutes(leanings) || 1
  return Int8Array.from(leanings, (leaning) => {
    const sureness = Math.round((leaning / usual) * (surenessMax / 2))
    return Number.isNaN(sureness) ? 0 : Math.max(-surenessMax, Math.min(surenessMax, sureness))
  })
}
