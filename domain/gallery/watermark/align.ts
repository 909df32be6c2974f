import { type GreyPicture, type IntegralImage, integralImage, meanOf } from './grey-picture.ts'

/** Where a part of the original lies in a found picture. */
export interface Alignment {
  /** Pixels of the found picture per pixel of the original. */
  scale: number
  /** The original's pixel at the found picture's upper left corner. */
  left: number
  top: number
  /** How alike the two are there, -1 to 1. */
  likeness: number
}

/** The found picture shows at least this part of the original's width and height. */
const shownMin = 0.45
/** Width of the original at the coarse search. Each step after it doubles the resolution around the best place. */
const coarseWidth = 64
const fineSteps = 4
/** Neighbouring sizes of the coarse search differ by this factor. */
const sizeStep = 1.02

const sampled = (picture: IntegralImage, width: number, height: number): GreyPicture => {
  const [wide, high] = [picture.width / width, picture.height / height]
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) values[y * width + x] = meanOf(picture, x * wide, y * high, wide, high)
  return { width, height, values }
}

/** The correlation of `part` with the place of `whole` at (left, top), in whole pixels. */
const likenessAt = (whole: GreyPicture, part: GreyPicture, left: number, top: number): number => {
  let [sumW, sumP, sumWW, sumPP, sumWP] = [0, 0, 0, 0, 0]
  for (let y = 0; y < part.height; y += 1) {
    let atW = (top + y) * whole.width + left
    let atP = y * part.width
    for (let x = 0; x < part.width; x += 1) {
      const w = whole.values[atW++] ?? 0
      const p = part.values[atP++] ?? 0
      sumW += w
      sumP += p
      sumWW += w * w
      sumPP += p * p
      sumWP += w * p
    }
  }
  const count = part.width * part.height
  const spread = (sumWW - (sumW * sumW) / count) * (sumPP - (sumP * sumP) / count)
  return spread <= 0 ? 0 : (sumWP - (sumW * sumP) / count) / Math.sqrt(spread)
}

export interface Place {
  /** Part of the original's width that the found picture shows. */
  shown: number
  /** Of the original's width and height. */
  left: number
  top: number
  likeness: number
}

interface Window {
  shown: readonly number[]
  /** Undefined: everywhere. */
  around?: Place
  /** In pixels of this resolution. */
  range: number
}

/** The best place among those of a window, at this width of the original. */
const searchAt = (original: IntegralImage, found: IntegralImage, width: number, window: Window): Place => {
  const height = Math.max(8, Math.round((width * original.height) / original.width))
  const whole = sampled(original, width, height)
  const ratio = found.height / found.width
  let best: Place = { shown: 1, left: 0, top: 0, likeness: -1 }
  for (const shown of window.shown) {
    const partWidth = Math.min(width, Math.round(shown * width))
    const partHeight = Math.round(shown * width * ratio)
    if (partHeight > height || partHeight < 4) continue
    const part = sampled(found, partWidth, partHeight)
    const range = (max: number, around: number | undefined): [number, number] =>
      around === undefined
        ? [0, max]
        : [Math.max(0, Math.round(around) - window.range), Math.min(max, Math.round(around) + window.range)]
    const [fromX, toX] = range(width - partWidth, window.around && window.around.left * width)
    const [fromY, toY] = range(height - partHeight, window.around && window.around.top * height)
    for (let top = fromY; top <= toY; top += 1)
      for (let left = fromX; left <= toX; left += 1) {
        const likeness = likenessAt(whole, part, left, top)
        if (likeness > best.likeness) best = { shown, left: left / width, top: top / height, likeness }
      }
  }
  return best
}

/** The best place anywhere, at a width of the original that tells pictures apart and no more. */
export const alignRoughly = (original: IntegralImage, found: IntegralImage, width: number): Place => {
  const most = Math.min(1, (original.height * found.width) / (found.height * original.width))
  return searchAt(original, found, width, { shown: sizes(Math.min(most, shownMin), most, 1.06), range: 0 })
}

const sizes = (from: number, to: number, factor: number): number[] => {
  const found: number[] = []
  for (let size = from; size < to; size *= factor) found.push(size)
  return [...found, to]
}

/**
 * Finds the part of the original that a found picture shows: whole or cropped, larger or smaller, of the same
 * proportions. From a coarse search everywhere it goes to finer ones around the best place.
 * @param finest the last search takes the original at no more pixels of width; more than it has find parts of a pixel
 */
export const align = (
  original: GreyPicture,
  found: GreyPicture,
  finest: number = original.width,
): Alignment => {
  const [whole, part] = [integralImage(original), integralImage(found)]
  // A found picture that is taller than the original shows less of its width.
  const most = Math.min(1, (original.height * found.width) / (found.height * original.width))
  let best = searchAt(whole, part, coarseWidth, {
    shown: sizes(Math.min(most, shownMin), most, sizeStep),
    range: 0,
  })
  let factor = sizeStep
  for (let step = 1, width = coarseWidth * 2; step <= fineSteps && width <= finest; step += 1, width *= 2) {
    const by = factor ** 0.5
    const shown = [-2, -1, 0, 1, 2].map((times) => Math.min(most, best.shown * by ** times))
    best = searchAt(whole, part, width, { shown: [...new Set(shown)], around: best, range: 2 })
    factor = by
  }
  return {
    scale: found.width / (best.shown * original.width),
    left: best.left * original.width,
    top: best.top * original.height,
    likeness: best.likeness,
  }
}
