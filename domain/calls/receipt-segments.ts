import type { CallRole } from '#contract/calls/calls.ts'
import type { CallCarries, ReceiptSegment } from '#contract/calls/in-call.ts'
import { incrementsPerMinute } from '#contract/points/points.ts'
import { earnedOfNext, earnedShare } from '#domain/points/share.ts'
import { pointsOfIncrements, type Tariff } from '#domain/points/tariff.ts'

export interface BilledCall {
  /** What was carried from a connected time on, in order. */
  segments: readonly { atMs: number; firstIncrement: number; carries: CallCarries }[]
  /** Increments that were charged. */
  increments: number
  tariff: Tariff
  sharePercent: number
}

/**
 * The parts of a call on the receipt of one side. Their points add up to what the call charged or earned: an increment
 * counts where it begins, and the broadcaster's share is floored over the whole call.
 *
 * @param connectedAt milliseconds
 */
export const receiptSegments = (
  { segments, increments, tariff, sharePercent }: BilledCall,
  { role, connectedAt, connectedMs }: { role: CallRole; connectedAt: number; connectedMs: number },
): ReceiptSegment[] => {
  const iso = (atMs: number) => new Date(connectedAt + Math.min(atMs, connectedMs)).toISOString()
  const rateOf = { video: tariff.video, voice: tariff.voice, nothing: 0 }
  let paidBefore = 0
  return segments.flatMap(({ atMs, firstIncrement, carries }, index) => {
    const next = segments[index + 1]
    const endMs = next?.atMs ?? connectedMs
    const paid = pointsOfIncrements(segments, tariff, {
      from: firstIncrement,
      upto: Math.min(next?.firstIncrement ?? increments, increments),
      otherwise: 0,
    })
    const earned = earnedOfNext(paidBefore, paid, sharePercent)
    paidBefore += paid
    const perMin = rateOf[carries] * incrementsPerMinute
    const isShort = endMs - atMs < 1_000 && paid === 0
    if (isShort) return []
    return {
      carries,
      from: iso(atMs),
      to: iso(endMs),
      pointsPerMin: role === 'caller' ? perMin : earnedShare(perMin, sharePercent),
      points: role === 'caller' ? paid : earned,
    }
  })
}
