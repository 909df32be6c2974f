import { fundedMs, incrementsUsed } from './increment.ts'
import { pointsOfIncrements, type Tariff, type TariffSegment } from './tariff.ts'

/** An open meter and its payer's wallet at one moment, all in points and increments. */
export interface MeterState {
  /** Everything in the wallet, held points included. */
  balance: number
  /** Held over all holds of the wallet, this meter's included. */
  held: number
  /** Held by this meter beyond what its funded increments may cost. */
  excess: number
  /** The rate at which increments are funded. */
  incrementPoints: number
  capturedIncrements: number
  capturedPoints: number
  tariff: Tariff
  /** What the call carried so far. */
  segments: readonly TariffSegment[]
  fundedIncrements: number
}

export interface MeterFunds {
  /** Balance less what the call has used and not yet captured. */
  point: number
  /** What the call has used so far, captured or not; never more than the payer can fund. */
  chargedPoints: number
  /** The charged time at which the whole available balance, not only the hold, is used up. */
  fundedUntilMs: number
  /** What is left of it. */
  remainingMs: number
}

/** What a running call shows at `chargedMs` of charged time. */
export function fundsOfMeter(meter: MeterState, chargedMs: number): MeterFunds {
  const affordable = Math.max(
    0,
    Math.floor((meter.balance - meter.held + meter.excess) / meter.incrementPoints),
  )
  const increments = meter.fundedIncrements + affordable
  const used = Math.max(meter.capturedIncrements, Math.min(incrementsUsed(chargedMs), increments))
  const uncaptured = pointsOfIncrements(meter.segments, meter.tariff, {
    from: meter.capturedIncrements,
    upto: used,
    otherwise: meter.incrementPoints,
  })
  const fundedUntilMs = fundedMs(increments)
  return {
    point: meter.balance - uncaptured,
    chargedPoints: meter.capturedPoints + uncaptured,
    fundedUntilMs,
    remainingMs: Math.max(0, fundedUntilMs - chargedMs),
  }
}
