/** Cells along the longer side of a picture: wide enough that the encoder keeps their mean at 360 lines. */
const cellsAlong = 32
/** How far a flat area moves, in levels of 255. */
const flatStrength = 0.45
/** More where the picture itself is rough and hides it. */
const roughStrength = 0.04
const strengthMax = 1.6

/** Brightness of a picture, 8 bits a pixel, row by row without gaps. */
interface Brightness {
  values: Uint8Array | Uint8ClampedArray
  width: number
  height: number
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
  { values, width, height }: Brightness,
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
      const value = values[y * width + x] ?? 0
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

/** The shifts of a segment's pixels for the first and the second encoding, from its first picture's brightness. */
export type ShiftMaker = (values: Uint8ClampedArray) => readonly [Int8Array, Int8Array]

/**
 * Decides a video's pattern: a random sign for each cell. Nobody needs the signs again, because the two encodings that are
 * stored say where they differ. A pixel moves by less than two levels, more where the segment's first picture is rough, up
 * in one encoding and down in the other.
 */
export const shiftMaker = (width: number, height: number, random: () => number): ShiftMaker => {
  const grid = frameGrid(width, height)
  const { cell, columns, rows } = grid
  const signs = Int8Array.from({ length: columns * rows }, () => (random() < 0.5 ? -1 : 1))
  const [across, down] = [weightsAlong(width, cell), weightsAlong(height, cell)]
  const columnOf = Uint8Array.from({ length: width }, (_, x) => Math.min(columns - 1, Math.floor(x / cell)))
  return (values) => {
    const levels = roughnessOf({ values, width, height }, grid).map(
      (roughness, at) => (signs[at] ?? 0) * Math.min(strengthMax, flatStrength + roughStrength * roughness),
    )
    const shifts = [new Int8Array(width * height), new Int8Array(width * height)] as const
    for (let y = 0; y < height; y += 1) {
      const row = Math.min(rows - 1, Math.floor(y / cell)) * columns
      const weight = down[y] ?? 0
      for (let x = 0; x < width; x += 1) {
        const level = (levels[row + (columnOf[x] ?? 0)] ?? 0) * weight * (across[x] ?? 0)
        const threshold = thresholdOf(x, y)
        shifts[0][y * width + x] = Math.floor(threshold + level)
        shifts[1][y * width + x] = Math.floor(threshold - level)
      }
    }
    return shifts
  }
}

/** Moves a picture's brightness, in place. */
export const applyShifts = (values: Uint8ClampedArray, shifts: Int8Array): void => {
  for (let at = 0; at < shifts.length; at += 1) values[at] = (values[at] ?? 0) + (shifts[at] ?? 0)
}
