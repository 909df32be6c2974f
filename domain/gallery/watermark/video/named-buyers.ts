import { namedBuyersMax } from '../read-watermark.ts'
import { chanceOfStranger } from './chance.ts'
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
): Reading<Buyer> => {
  const read = segments.reduce((count, segment) => count + (segment < 0 ? 0 : 1), 0)
  const named = buyers
    .map((buyer) => {
      const isSecond = isSecondFor(buyer)
      const agreeing = segments.reduce(
        (count, segment, at) => count + (segment >= 0 && (segment === 1) === isSecond(at) ? 1 : 0),
        0,
      )
      return { ...buyer, agreeing }
    })
    .filter(({ agreeing }) => chanceOfStranger(agreeing, read) <= chanceMax)
    .toSorted((one, other) => other.agreeing - one.agreeing)
  return { read, named: named.slice(0, namedBuyersMax) }
}

/**
 * Buyers whose copy has so many of the segments that were read that hardly any stranger's would, in the reading that names
 * somebody, or else the one that read most.
 */
export const buyersOfReadings = <Buyer extends { id: string }>(
  readings: readonly ReadSegments[],
  buyers: readonly Buyer[],
  isSecondFor: (buyer: Buyer) => (segment: number) => boolean,
): Reading<Buyer> => {
  const chanceMax = 1 / (searchesPerError * Math.max(1, buyers.length) * Math.max(1, readings.length))
  const found = readings
    .map((reading) => buyersOfReading(reading, buyers, isSecondFor, chanceMax))
    .toSorted(
      (one, other) =>
        (other.named[0]?.agreeing ?? 0) - (one.named[0]?.agreeing ?? 0) || other.read - one.read,
    )
  return found[0] ?? { read: 0, named: [] }
}
