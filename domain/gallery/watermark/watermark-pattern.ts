/** Cells along the longer side of a picture. A cell is wide enough to survive half the size and JPEG. */
const cellsAlong = 96
/** A cell of a small original, in pixels. */
const cellMin = 8

/** The watermark of one buyer in one picture: a sign per square cell, row by row. */
export interface WatermarkPattern {
  columns: number
  rows: number
  signs: Int8Array
}

/** Where the cells of an original lie; its smaller renderings have the same cells at their own size. */
export interface WatermarkGrid {
  /** A cell's side in pixels of the original, seldom a whole number. */
  cell: number
  columns: number
  rows: number
}

export const watermarkGrid = (width: number, height: number): WatermarkGrid => {
  const longer = Math.max(width, height)
  const cell = longer / Math.max(1, Math.min(cellsAlong, Math.floor(longer / cellMin)))
  return { cell, columns: Math.ceil(width / cell - 1e-6), rows: Math.ceil(height / cell - 1e-6) }
}

/** Mulberry32: 32 bits of state are enough, because the seed is a keyed hash and nobody sees the signs alone. */
const randomBits = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** @param key 16 bytes or more of a keyed hash of picture and buyer */
export const watermarkPattern = (key: Uint8Array, { columns, rows }: WatermarkGrid): WatermarkPattern => {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength)
  // Four streams, each of 32 bits of the key, so that 128 bits decide.
  const streams = [0, 4, 8, 12].map((at) => randomBits(view.getUint32(at)))
  const signs = new Int8Array(columns * rows)
  // Each number of the streams decides 32 cells.
  let bits = 0
  for (let at = 0; at < signs.length; at += 1) {
    if (at % 32 === 0) bits = streams.reduce((mixed, next) => mixed ^ next(), 0)
    signs[at] = (bits >>> (at % 32)) & 1 ? 1 : -1
  }
  return { columns, rows, signs }
}
