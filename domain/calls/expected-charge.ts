import { incrementPoints, incrementsUsed } from '#domain/points/increment.ts'
import { pointsOfIncrements, type TariffSegment, tariffOf } from '#domain/points/tariff.ts'

/** The best estimate of what the call is going to charge. Screens show it; nothing is charged by it. */
export const expectedChargedMs = ({
  chargedMs,
  pendingMs,
}: {
  chargedMs: number
  pendingMs: number
}): number => chargedMs + pendingMs

interface PricedCall {
  /** Per minute, of the kind that was dialled. */
  ratePointsPerMin: number
  rates: { voice: number; video: number | null }
}

/** What the call is going to charge by that, each increment at the price of what was carried when it began. */
export const expectedPoints = (
  { ratePointsPerMin, rates }: PricedCall,
  reading: { chargedMs: number; pendingMs: number; segments: readonly TariffSegment[] },
): number =>
  pointsOfIncrements(
    reading.segments,
    tariffOf({ voice: rates.voice, video: rates.video ?? ratePointsPerMin }),
    {
      upto: incrementsUsed(expectedChargedMs(reading)),
      otherwise: incrementPoints(ratePointsPerMin),
    },
  )
