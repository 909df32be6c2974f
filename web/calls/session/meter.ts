import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import { incrementMs, incrementsPerMinute, lowFundsWarningMs } from '#contract/points/points.ts'
import { incrementPoints, incrementsUsed } from '#domain/points/increment.ts'
import type { Outage } from './connection/outage.ts'

/** The newest heartbeat's answer and its arrival, in milliseconds of the page's own clock. */
export interface HeartbeatAnswer {
  reading: MeterReading
  receivedAt: number
}

export interface MeterView {
  /** Charged time so far: what the payer's clock shows. It doesn't move while the meter is paused. */
  elapsedSec: number
  usedPoints: number
  leftSec: number
  balance: number
  /** Whole increments of the running minute, and the progress of the current one (0 to 1). */
  ticksFull: number
  tickPart: number
  isLow: boolean
  isRunning: boolean
  /** The free look runs: nothing is charged yet. */
  isFree: boolean
}

/**
 * Keeps points from being shown that the server may not have charged, when heartbeats are late. Time goes on.
 */
const pointsAheadMaxMs = 12_000

/**
 * What the meter shows now: the server's last answer, counted on by the page's clock while the meter runs.
 * The balance falls by whole increments, as it is charged.
 */
export const meterAt = (answer: HeartbeatAnswer, now: number): MeterView => {
  const { reading } = answer
  const sinceMs = reading.running ? Math.max(0, now - answer.receivedAt) : 0
  const freeMsLeft = reading.freeMsLeft ?? 0
  const passedMs = Math.max(0, sinceMs - freeMsLeft)
  const aheadMs = Math.min(passedMs, reading.fundedMsLeft)
  const chargedMs = reading.chargedMs + aheadMs
  const price = incrementPoints(reading.currentPointsPerMin)
  const pointsMs = reading.chargedMs + Math.min(aheadMs, pointsAheadMaxMs)
  const begun = incrementsUsed(pointsMs) - incrementsUsed(reading.chargedMs)
  const usedPoints = reading.charged + begun * price
  const leftSec = Math.ceil((reading.fundedMsLeft - aheadMs) / 1000)
  const ofMinuteMs = chargedMs % (incrementMs * incrementsPerMinute)
  return {
    elapsedSec: Math.floor(chargedMs / 1000),
    usedPoints,
    leftSec,
    balance: Math.max(0, reading.point - (usedPoints - reading.charged)),
    ticksFull: Math.floor(ofMinuteMs / incrementMs),
    tickPart: (ofMinuteMs % incrementMs) / incrementMs,
    isLow: reading.fundedMsLeft - aheadMs <= lowFundsWarningMs,
    isRunning: reading.running,
    isFree: sinceMs < freeMsLeft,
  }
}

/** The meter's picture now; it is frozen while the line is down. Null before the first heartbeat. */
export const meterNow = (
  { meter, outage }: { meter: HeartbeatAnswer | null; outage: Outage },
  now: number,
): MeterView | null => (meter ? meterAt(meter, Math.min(now, outage.frozenSince ?? now)) : null)

/** The same picture once the line is back: the time of the outage was no time of the meter. */
export const meterAfterOutage = (
  answer: HeartbeatAnswer,
  frozenSince: number,
  now: number,
): HeartbeatAnswer => ({
  ...answer,
  receivedAt: answer.receivedAt + Math.max(0, now - Math.max(frozenSince, answer.receivedAt)),
})
