import { type Alignment, align } from './align.ts'
import type { RawPicture } from './apply-watermark.ts'
import { type GreyPicture, greyOf, integralImage, meanOf } from './grey-picture.ts'
import {
  type WatermarkGrid,
  type WatermarkPattern,
  watermarkGrid,
  watermarkPattern,
} from './watermark-pattern.ts'

/** Below this the found picture isn't the original, or too little of it. */
const likenessMin = 0.8
/**
 * A stranger's score is distributed normally around 0 with deviation 1. A score of 6 comes once in a thousand million
 * strangers.
 */
export const watermarkScoreMin = 6
/** Several buyers above the threshold would be a mixture of their copies. */
export const namedBuyersMax = 5

/** What moved in each cell between the original and a found picture, in standard deviations; NaN outside it. */
interface CellChanges {
  alignment: Alignment
  columns: number
  rows: number
  values: Float32Array
}

/** Only the middle of a cell is read, where the watermark is strongest and a shift by a pixel changes nothing. */
const readPart = 0.7

const medianOf = (values: number[]): number => {
  values.sort((one, other) => one - other)
  return values[values.length >> 1] ?? 0
}

/** A cell's change less the median of the cells around it: tones that another encoding shifts are no watermark. */
const withoutTone = (changes: Float32Array, columns: number, rows: number): Float32Array =>
  changes.map((change, at) => {
    if (Number.isNaN(change)) return change
    const [row, column] = [Math.floor(at / columns), at % columns]
    const around: number[] = []
    for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y += 1)
      for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x += 1) {
        const value = changes[y * columns + x] ?? Number.NaN
        if (!Number.isNaN(value) && (y !== row || x !== column)) around.push(value)
      }
    return change - medianOf(around)
  })

/** Compares a found picture with the original without a watermark, cell by cell. Null when it doesn't show the original. */
const cellChanges = (
  original: GreyPicture,
  found: GreyPicture,
  { cell, columns, rows }: WatermarkGrid,
): CellChanges | null => {
  const alignment = align(original, found)
  if (alignment.likeness < likenessMin) return null
  const { scale, left, top } = alignment
  const [before, after] = [integralImage(original), integralImage(found)]
  const inset = (cell * (1 - readPart)) / 2
  const side = cell * readPart
  const values = new Float32Array(columns * rows).fill(Number.NaN)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const x = column * cell + inset
      const y = row * cell + inset
      const [foundX, foundY, foundSide] = [(x - left) * scale, (y - top) * scale, side * scale]
      const isInside =
        foundX >= 0 && foundY >= 0 && foundX + foundSide <= found.width && foundY + foundSide <= found.height
      if (!isInside || x + side > original.width || y + side > original.height) continue
      values[row * columns + column] =
        meanOf(after, foundX, foundY, foundSide, foundSide) - meanOf(before, x, y, side, side)
    }
  const toneless = withoutTone(values, columns, rows)
  const inside = [...toneless].filter((value) => !Number.isNaN(value))
  // By the median, because the edges of a picture that is off by half a pixel move far.
  const deviation = 1.4826 * medianOf(inside.map(Math.abs)) || 1
  return {
    alignment,
    columns,
    rows,
    values: toneless.map((value) => Math.max(-3, Math.min(3, value / deviation))),
  }
}

/** How well one buyer's pattern explains the changes, in standard deviations of a stranger's score. */
const scoreOf = ({ values }: CellChanges, { signs }: Pick<WatermarkPattern, 'signs'>): number => {
  let [sum, squares] = [0, 0]
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value * (signs[at] ?? 0)
    squares += value * value
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares)
}

/**
 * How well each key explains a found picture, in standard deviations of a stranger's score. The likeness is null when the
 * picture doesn't show the original.
 */
export const watermarkScores = (
  original: RawPicture,
  found: RawPicture,
  keys: readonly Uint8Array[],
): { likeness: number | null; scores: number[] } => {
  const grid = watermarkGrid(original.width, original.height)
  const changes = cellChanges(greyOfRaw(original), greyOfRaw(found), grid)
  if (!changes) return { likeness: null, scores: keys.map(() => 0) }
  return {
    likeness: changes.alignment.likeness,
    scores: keys.map((key) => scoreOf(changes, watermarkPattern(key, grid))),
  }
}

const greyOfRaw = ({ pixels, width, height, channels }: RawPicture): GreyPicture =>
  greyOf(pixels, width, height, channels)
