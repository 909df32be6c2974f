/** Cells along the longer side of a picture: wide enough that the encoder keeps their mean at 360 lines. */
const cellsAlong = 32
/** How far a flat area moves, in levels of 255. */
const flatStrength = 0.45
/** More where the picture itself is rough and hides it. */
const roughStrength = 0.04
const strengthMax = 1.6

/** Brightness of a picture, 8 bits a pixel, row by row. */
export interface Brightness {
  values: Uint8Array
  width: number
  height: number
  /** Bytes from one row to the next. */
  stride: number
}

interface FrameGrid {
  /** A cell's side in pixels, seldom a whole number. */
  cell: number
  columns: number
  rows: number
}

const frameGrid = (width: number, height: number): FrameGrid => {
  const cell = Math.max(width, height) / cellsAlong
  return { cell, columns: Math.ceil(width / cell - 1e-6), rows: Math.ceil(height / cell - 1e-6) }
}

/** Every second pixel is enough to tell a cell's roughness. */
const step = 2

const roughnessOf = (
  { values, width, height, stride }: Brightness,
  { cell, columns, rows }: FrameGrid,
): Float32Array => {
  const [counts, sums, squares] = [0, 1, 2].map(() => new Float64Array(columns * rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let y = 0; y < height; y += step) {
    const row = Math.min(rows - 1, Math.floor(y / cell)) * columns
    for (let x = 0; x < width; x += step) {
      const at = row + Math.min(columns - 1, Math.floor(x / cell))
      const value = values[y * stride + x] ?? 0
      counts[at] = (counts[at] ?? 0) + 1
      sums[at] = (sums[at] ?? 0) + value
      squares[at] = (squares[at] ?? 0) + value * value
    }
  }
  return Float32Array.from(counts, (count, at) => {
    const mean = (sums[at] ?? 0) / count
    return Math.sqrt(Math.max(0, (squares[at] ?? 0) / count - mean * mean))
  })
}

/** The weight of each pixel along one side: 1 in the middle of its cell, 0 at the edges, so that no edge is seen. */
const weightsAlong = (length: number, cell: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => Math.sin(Math.PI * (((at + 0.5) / cell) % 1)) ** 0.5)

/** A threshold of 0 to 1 for each pixel, the same in every picture, so that a shift below one level is right on average. */
const thresholdOf = (x: number, y: number): number => {
  const along = (0.067_110_56 * x + 0.005_837_15 * y) % 1
  return (52.982_918_9 * along) % 1
}

/** Parts of a level in which the loops over pixels count: whole numbers are faster. */
const partBits = 8
const parts = 1 << partBits

/** A random sign for each cell of a picture of any size, -1 or 1. */
export type CellSigns = (row: number, column: number) => number

/** More than any picture has along a side. */
const signsAlong = cellsAlong + 1

export const cellSigns = (random: () => number): CellSigns => {
  const signs = Int8Array.from({ length: signsAlong * signsAlong }, () => (random() < 0.5 ? -1 : 1))
  return (row, column) => signs[row * signsAlong + column] ?? 1
}

/** The shifts of a segment's pixels for the first and the second encoding. */
export type Shifts = readonly [Int8Array, Int8Array]

/** Makes a segment's shifts from its first picture. They are valid until the next segment's are made. */
type ShiftMaker = (picture: Brightness) => Shifts

/**
 * Makes the shifts of a video's pattern at one size. Nobody needs the signs again, because the two encodings that are stored
 * say where they differ. A pixel moves by less than two levels, more where the segment's first picture is rough, up in one
 * encoding and down in the other.
 */
export const shiftMaker = (width: number, height: number, signs: CellSigns): ShiftMaker => {
  const grid = frameGrid(width, height)
  const { cell, columns, rows } = grid
  const [across, down] = [weightsAlong(width, cell), weightsAlong(height, cell)]
  const columnOf = Uint8Array.from({ length: width }, (_, x) => Math.min(columns - 1, Math.floor(x / cell)))
  const [weights, thresholds] = [new Uint8Array(width * height), new Uint8Array(width * height)]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      weights[y * width + x] = Math.round((parts - 1) * (down[y] ?? 0) * (across[x] ?? 0))
      thresholds[y * width + x] = Math.floor(parts * thresholdOf(x, y))
    }
  const [raised, lowered] = [new Int8Array(width * height), new Int8Array(width * height)]
  return (picture) => {
    const levels = Int16Array.from(
      roughnessOf(picture, grid),
      (roughness, at) =>
        parts *
        signs(Math.floor(at / columns), at % columns) *
        Math.min(strengthMax, flatStrength + roughStrength * roughness),
    )
    for (let y = 0; y < height; y += 1) {
      const row = Math.min(rows - 1, Math.floor(y / cell)) * columns
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        const threshold = thresholds[at] ?? 0
        const shift = ((levels[row + (columnOf[x] ?? 0)] ?? 0) * (weights[at] ?? 0)) >> partBits
        raised[at] = (threshold + shift) >> partBits
        lowered[at] = (threshold - shift) >> partBits
      }
    }
    return [raised, lowered]
  }
}

/** Moves a picture's brightness, in place. */
export const applyShifts = ({ values, width, height, stride }: Brightness, shifts: Int8Array): void => {
  for (let y = 0; y < height; y += 1) {
    let from = y * width
    for (let at = y * stride, end = at + width; at < end; at += 1, from += 1) {
      const value = (values[at] ?? 0) + (shifts[from] ?? 0)
      values[at] = Math.max(0, Math.min(255, value))
    }
  }
}
