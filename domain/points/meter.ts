import { fundedMs, incrementsUsed } from './increment.ts'

/** An open meter and its payer's wallet at one moment, all in points and increments. */
export interface MeterState {
  /** Everything in the wallet, held points included. */
  balance: number
  /** Held over all holds of the wallet, this meter's included. */
  held: number
  incrementPoints: number
  capturedIncrements: number
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
  const affordable = Math.max(0, Math.floor((meter.balance - meter.held) / meter.incrementPoints))
  const increments = meter.fundedIncrements + affordable
  const used = Math.max(meter.capturedIncrements, Math.min(incrementsUsed(chargedMs), increments))
  const fundedUntilMs = fundedMs(increments)
  return {
    point: meter.balance - (used - meter.capturedIncrements) * meter.incrementPoints,
    chargedPoints: used * meter.incrementPoints,
    fundedUntilMs,
    remainingMs: Math.max(0, fundedUntilMs - chargedMs),
  }
}
