import { align, alignRoughly, type Place } from '../align.ts'
import { type GreyPicture, type IntegralImage, integralImage, meanOf } from '../grey-picture.ts'
import { type Frames, frameAt, frameIndexAt } from './frames.ts'

/** Found pictures that are compared. */
const probesMax = 8
/** Pictures that are searched for crops anywhere in the original. */
const cropProbes = 3
/** Of each, so many places are looked at closer. */
const placesMax = 2
/** Resolution of that search, in pixels of the original's width. */
const roughWidth = 32
/** The original's pictures that are looked at for it lie so far apart. */
const roughStepSec = 0.5
/**
 * Below this mean likeness the found video isn't the original, or too little of it. Thumbnails of a crop are some way off;
 * what is read afterwards asks for more of larger pictures.
 */
const likenessMin = 0.6
/** Offsets whose likeness differs by less, or which lie closer, are one match; so many others are tried. */
const equalLikeness = 0.01
const apartSec = 0.4
const candidatesMax = 10
const uncutSec = 0.05
/** A crop is searched for below this: even pictures are alike at any place. */
const likenessSure = 0.97
/** A picture that is this even tells nothing, in levels of 255. */
const deviationMin = 4

interface Probe {
  sec: number
  picture: GreyPicture
  sums: IntegralImage
}

const deviationOf = (values: Float32Array): number => {
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  const mean = sum / values.length
  return Math.sqrt(Math.max(0, squares / values.length - mean * mean))
}

/** Pictures of the found video at equal distances that show something. */
const probesOf = (found: Frames): Probe[] => {
  const count = Math.min(probesMax, found.times.length)
  return Array.from({ length: count }, (_, nth) => Math.floor(((nth + 0.5) * found.times.length) / count))
    .map((at) => ({ sec: found.times[at] ?? 0, picture: frameAt(found, at) }))
    .filter(({ picture }) => deviationOf(picture.values) >= deviationMin)
    .map(({ sec, picture }) => ({ sec, picture, sums: integralImage(picture) }))
}

/** The found picture at the size that it has in the original's thumbnails, less its mean, of length 1. */
const normalised = (
  picture: IntegralImage,
  { width, height }: Pick<Frames, 'width' | 'height'>,
  { shown, left, top }: Pick<Place, 'shown' | 'left' | 'top'>,
) => {
  const [fromX, fromY] = [Math.round(left * width), Math.round(top * height)]
  const columns = Math.max(1, Math.min(width - fromX, Math.round(shown * width)))
  const rows = Math.max(
    1,
    Math.min(height - fromY, Math.round((shown * width * picture.height) / picture.width)),
  )
  const [wide, high] = [picture.width / columns, picture.height / rows]
  const values = new Float32Array(columns * rows)
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1)
      values[y * columns + x] = meanOf(picture, x * wide, y * high, wide, high)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const length = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1
  return { fromX, fromY, columns, rows, values: values.map((value) => (value - mean) / length) }
}

type Normalised = ReturnType<typeof normalised>

/** The correlation of a normalised picture with its place in one thumbnail. */
const likenessWith = (
  { width, height, values: all }: Frames,
  nth: number,
  { fromX, fromY, columns, rows, values }: Normalised,
): number => {
  const start = nth * width * height
  let [sum, squares, product] = [0, 0, 0]
  for (let y = 0; y < rows; y += 1) {
    let at = start + (fromY + y) * width + fromX
    let from = y * columns
    for (let x = 0; x < columns; x += 1) {
      const value = all[at++] ?? 0
      sum += value
      squares += value * value
      product += value * (values[from++] ?? 0)
    }
  }
  const count = columns * rows
  const deviation = Math.sqrt(Math.max(0, squares - (sum * sum) / count))
  return deviation === 0 ? 0 : product / deviation
}

interface Match {
  /** Seconds of the original at the found video's beginning. */
  offsetSec: number
  likeness: number
}

/** How alike the probes are at each offset, given which part of the original's picture they show. */
const matchesAt = (
  thumbs: Frames,
  probes: readonly Probe[],
  place: Pick<Place, 'shown' | 'left' | 'top'>,
): Match[] => {
  const parts = probes.map(({ sec, sums }) => ({ sec, part: normalised(sums, thumbs, place) }))
  const firstSec = parts[0]?.sec ?? 0
  const lastSec = thumbs.times.at(-1) ?? 0
  return thumbs.times.map((thumbSec) => {
    const offsetSec = thumbSec - firstSec
    let [sum, count] = [0, 0]
    for (const { sec, part } of parts) {
      const at = sec + offsetSec
      if (at < -1e-3 || at > lastSec + roughStepSec) continue
      sum += likenessWith(thumbs, frameIndexAt(thumbs, at), part)
      count += 1
    }
    // Fewer pictures agree more easily.
    return { offsetSec, likeness: count * 2 > parts.length ? sum / count : -1 }
  })
}

const byLikeness = (one: Match, other: Match): number => other.likeness - one.likeness

const best = (matches: readonly Match[]): Match =>
  matches.toSorted(byLikeness)[0] ?? { offsetSec: 0, likeness: -1 }

/** Offsets that fit about as well as the best one: a scene may stay still, or come again. */
const equalMatches = (matches: readonly Match[]): Match[] => {
  const least = best(matches).likeness - equalLikeness
  const chosen: Match[] = []
  // A file that wasn't cut is likelier than one of the same pictures later on.
  const whole = matches.filter(({ offsetSec }) => Math.abs(offsetSec) < uncutSec)
  for (const match of [best(whole), ...matches.toSorted(byLikeness)]) {
    const isNear = chosen.some(({ offsetSec }) => Math.abs(offsetSec - match.offsetSec) < apartSec)
    if (match.likeness >= least && !isNear && chosen.length < candidatesMax) chosen.push(match)
  }
  return chosen
}

/** All of the original's picture. */
const whole = { shown: 1, left: 0, top: 0 }

/** Every thumbnail at the resolution of the search for crops. */
const coarseThumbs = (thumbs: Frames): Frames => {
  const [width, height] = [roughWidth, Math.max(1, Math.round((roughWidth * thumbs.height) / thumbs.width))]
  const values = new Uint8Array(thumbs.times.length * width * height)
  const [wide, high] = [thumbs.width / width, thumbs.height / height]
  for (let nth = 0; nth < thumbs.times.length; nth += 1) {
    const sums = integralImage(frameAt(thumbs, nth))
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        values[(nth * height + y) * width + x] = Math.round(meanOf(sums, x * wide, y * high, wide, high))
  }
  return { width, height, times: thumbs.times, values }
}

/** Places of a probe in pictures of the original at equal distances, the likeliest first. */
const roughPlaces = (coarse: Frames, probe: Probe): Place[] => {
  const places: Place[] = []
  let next = Number.NEGATIVE_INFINITY
  for (const [nth, sec] of coarse.times.entries()) {
    if (sec < next) continue
    places.push(alignRoughly(integralImage(frameAt(coarse, nth)), probe.sums, roughWidth))
    next = sec + roughStepSec
  }
  return places.toSorted((one, other) => other.likeness - one.likeness).slice(0, placesMax)
}

/** The matches of the likeliest crop: first by coarse pictures, then by the place that finer ones show at that time. */
const cropMatches = (thumbs: Frames, probes: readonly Probe[]): Match[] => {
  const coarse = coarseThumbs(thumbs)
  let likeliest: Match[] = []
  for (const probe of probes.slice(0, cropProbes))
    for (const place of roughPlaces(coarse, probe)) {
      const { offsetSec } = best(matchesAt(coarse, probes, place))
      const original = frameAt(thumbs, frameIndexAt(thumbs, probe.sec + offsetSec))
      const { scale, left, top } = align(original, probe.picture)
      const matches = matchesAt(thumbs, probes, {
        shown: probe.picture.width / (scale * thumbs.width),
        ...{ left: left / thumbs.width, top: top / thumbs.height },
      })
      if (best(matches).likeness > best(likeliest).likeness) likeliest = matches
    }
  return likeliest
}

/**
 * Finds a found video in the original at the original's speed, whole or cropped: seconds of the original at its beginning,
 * the likeliest first; several where the pictures tell no better. None when it isn't the original.
 * @param thumbs every picture of the original, small
 */
export const locateVideo = (found: Frames, thumbs: Frames): number[] => {
  const probes = probesOf(found)
  if (probes.length === 0 || thumbs.times.length === 0) return []
  let matches = matchesAt(thumbs, probes, whole)
  if (best(matches).likeness < likenessSure) {
    const cropped = cropMatches(thumbs, probes)
    if (best(cropped).likeness > best(matches).likeness) matches = cropped
  }
  return best(matches).likeness < likenessMin ? [] : equalMatches(matches).map(({ offsetSec }) => offsetSec)
}

/** Frames to either side of an offset that thumbnails can't tell apart: in a scene that moves, another crop explains them. */
const nearbyFrames = 2
const refinedProbes = 4
/** In a scene that stays still, all moments are as alike. */
const clearer = 0.003

/** Moments of the original beside which a few found pictures are held, to tell the offset to the frame. */
export interface NearbyMoments {
  /** Ascending; those of one found picture behind each other. */
  moments: readonly { foundNth: number; offsetSec: number; sec: number }[]
}

export const nearbyMoments = (
  found: Frames,
  thumbs: Pick<Frames, 'times'>,
  offsetSec: number,
): NearbyMoments => {
  const lastSec = thumbs.times.at(-1) ?? 0
  const frameSec = lastSec / Math.max(1, thumbs.times.length - 1)
  const offsets = Array.from(
    { length: 2 * nearbyFrames + 1 },
    (_, at) => offsetSec + (at - nearbyFrames) * frameSec,
  )
  const inside = found.times.flatMap((sec, nth) => {
    const isInside = offsets.every((offset) => sec + offset >= 0 && sec + offset <= lastSec)
    return isInside && deviationOf(frameAt(found, nth).values) >= deviationMin ? [nth] : []
  })
  const step = Math.max(1, Math.floor(inside.length / refinedProbes))
  const chosen = inside.filter((_, at) => at % step === step >> 1).slice(0, refinedProbes)
  return {
    moments: chosen.flatMap((foundNth) =>
      offsets.map((offset) => ({ foundNth, offsetSec: offset, sec: (found.times[foundNth] ?? 0) + offset })),
    ),
  }
}

/**
 * The offset at which the found pictures are most alike, all of them with the crop that one of them shows; `shown` has the
 * original's picture of each moment.
 */
export const refinedOffset = (found: Frames, { moments }: NearbyMoments, shown: Frames): number | null => {
  const likenessOf = (offsetSec: number): number => {
    const at = moments.flatMap((moment, nth) => (moment.offsetSec === offsetSec ? [{ ...moment, nth }] : []))
    const middle = at[at.length >> 1]
    if (!middle) return -1
    const picture = frameAt(found, middle.foundNth)
    const { scale, left, top } = align(frameAt(shown, middle.nth), picture)
    const place = {
      shown: picture.width / (scale * shown.width),
      ...{ left: left / shown.width, top: top / shown.height },
    }
    const likenesses = at.map(({ foundNth, nth }) =>
      likenessWith(shown, nth, normalised(integralImage(frameAt(found, foundNth)), shown, place)),
    )
    return likenesses.reduce((sum, likeness) => sum + likeness, 0) / likenesses.length
  }
  const matches = [...new Set(moments.map(({ offsetSec }) => offsetSec))].map((offsetSec) => ({
    offsetSec,
    likeness: likenessOf(offsetSec),
  }))
  const likeliest = best(matches)
  const unmoved = matches[nearbyFrames]
  if (!unmoved) return null
  return likeliest.likeness > unmoved.likeness + clearer ? likeliest.offsetSec : unmoved.offsetSec
}
