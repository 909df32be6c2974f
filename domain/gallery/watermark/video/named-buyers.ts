import { namedBuyersMax } from '../read-watermark.ts'
import { chancesOfStranger } from './chance.ts'
import type { ReadSegments } from './read-segments.ts'

/** A buyer is named where one search in so many would name a stranger among all who were compared. */
const searchesPerError = 1_000

interface Reading<Buyer> {
  /** Segments. */
  read: number
  /** The likeliest first. */
  named: (Buyer & { agreeing: number })[]
}

const buyersOfReading = <Buyer extends { id: string }>(
  segments: ReadSegments,
  buyers: readonly Buyer[],
  isSecondFor: (buyer: Buyer) => (segment: number) => boolean,
  chanceMax: number,
): Reading<Buyer> & { chance: number } => {
  const read = [...segments.keys()].filter((at) => segments[at] !== 0)
  const chances = chancesOfStranger(read.map((at) => Math.abs(segments[at] ?? 0)))
  const named = buyers
    .map((buyer) => {
      const isSecond = isSecondFor(buyer)
      const agreeing = read.filter((at) => (segments[at] ?? 0) > 0 === isSecond(at))
      const score = agreeing.reduce((sum, at) => sum + Math.abs(segments[at] ?? 0), 0)
      return { buyer, agreeing: agreeing.length, chance: chances[score] ?? 1 }
    })
    .filter(({ chance }) => chance <= chanceMax)
    .toSorted((one, other) => one.chance - other.chance)
    .slice(0, namedBuyersMax)
  return {
    read: read.length,
    named: named.map(({ buyer, agreeing }) => ({ ...buyer, agreeing })),
    chance: named[0]?.chance ?? 1,
  }
}

/**
 * Buyers whose copy agrees so well with what was read that hardly any stranger's would, in the reading that names the
 * likeliest, or else the one that read most. A buyer's copy is decided by a keyed hash of which no reader knows anything, so
 * the chance holds for any reading, right or wrong.
 */
export const buyersOfReadings = <Buyer extends { id: string }>(
  readings: readonly ReadSegments[],
  buyers: readonly Buyer[],
  isSecondFor: (buyer: Buyer) => (segment: number) => boolean,
): Reading<Buyer> => {
  const chanceMax = 1 / (searchesPerError * Math.max(1, buyers.length) * Math.max(1, readings.length))
  const [found] = readings
    .map((reading) => buyersOfReading(reading, buyers, isSecondFor, chanceMax))
    .toSorted((one, other) => one.chance - other.chance || other.read - one.read)
  return found ? { read: found.read, named: found.named } : { read: 0, named: [] }
}
