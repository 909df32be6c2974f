import { greyOf, integralImage, meanOf } from './grey-picture.ts'
import type { WatermarkPattern } from './watermark-pattern.ts'

/** How far a flat area moves, in levels of 255. */
const flatStrength = 0.8
/** More where the picture itself is rough and hides it. */
const roughStrength = 0.06
const strengthMax = 2.2

/** 8 bits a channel, row by row. */
export interface RawPicture {
  pixels: Uint8Array
  width: number
  height: number
  channels: number
}

/** How strongly each cell is moved: by the roughness of the picture there. */
const strengthsOf = (
  { pixels, width, height, channels }: RawPicture,
  { columns, rows }: WatermarkPattern,
  cell: number,
): Float32Array => {
  const grey = greyOf(pixels, width, height, channels)
  const means = integralImage(grey)
  const squares = integralImage({ ...grey, values: grey.values.map((value) => value * value) })
  const strengths = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const left = Math.min(width - 1, column * cell)
      const top = Math.min(height - 1, row * cell)
      const wide = Math.min(cell, width - left)
      const high = Math.min(cell, height - top)
      const mean = meanOf(means, left, top, wide, high)
      const variance = Math.max(0, meanOf(squares, left, top, wide, high) - mean * mean)
      strengths[row * columns + column] = Math.min(
        strengthMax,
        flatStrength + roughStrength * Math.sqrt(variance),
      )
    }
  return strengths
}

interface Along {
  /** The cell of each pixel. */
  cells: Uint16Array
  /** Its weight: a bump that is 1 in the middle of a cell and 0 at the edges, so that no edge is seen. */
  weights: Float32Array
}

const along = (length: number, cell: number, cells: number): Along => {
  const found: Along = { cells: new Uint16Array(length), weights: new Float32Array(length) }
  for (let at = 0; at < length; at += 1) {
    const place = (at + 0.5) / cell
    found.cells[at] = Math.min(cells - 1, Math.floor(place))
    found.weights[at] = Math.sin(Math.PI * (place % 1)) ** 0.5
  }
  return found
}

/**
 * Moves the brightness of a picture's cells up or down by the buyer's signs, in place. It is not seen, and lasts: the
 * mean of a cell survives other encodings, half the size and a crop. The picture may be the original or any smaller
 * rendering of it.
 */
export const applyWatermark = (picture: RawPicture, pattern: WatermarkPattern, cell: number): void => {
  const { pixels, width, height, channels } = picture
  const { columns, rows, signs } = pattern
  const shifts = strengthsOf(picture, pattern, cell).map((strength, at) => strength * (signs[at] ?? 0))
  const [across, down] = [along(width, cell, columns), along(height, cell, rows)]
  const colours = Math.min(3, channels)
  // A fixed sequence of fractions instead of rounding: a shift below one level stays right on average.
  let fraction = 0
  for (let y = 0; y < height; y += 1) {
    const rowOfCells = (down.cells[y] ?? 0) * columns
    const weight = down.weights[y] ?? 0
    for (let x = 0; x < width; x += 1) {
      const shift = (shifts[rowOfCells + (across.cells[x] ?? 0)] ?? 0) * weight * (across.weights[x] ?? 0)
      fraction = (fraction + 0.618_033_988_75) % 1
      const step = Math.floor(shift + fraction)
      if (step === 0) continue
      const from = (y * width + x) * channels
      for (let colour = 0; colour < colours; colour += 1)
        pixels[from + colour] = Math.min(255, Math.max(0, (pixels[from + colour] ?? 0) + step))
    }
  }
}
