import type { CallKind } from '#contract/calls/calls.ts'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { expectedChargedMs } from '#domain/calls/expected-charge.ts'
import { reconnectingSide } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import { meterView } from '#server/points/metering/metering.ts'
import { findCall } from '../call-record.ts'
import { currentRateOf } from '../live.ts'
import { readingOf } from '../media/reading.ts'

/**
 * The payer's heartbeat: what the meter shows now. It charges nothing, so repeating it changes nothing; only
 * `bill_due` charges calls (product.md 3.7).
 */
export const payCallPoint = async (
  context: Context,
  memberId: string,
  kind: CallKind | 'live' | 'sideWatch',
  callId: string,
): Promise<MeterReading | Refusal<'notFound' | 'callGone' | 'callWrongKind'>> => {
  const record = await findCall(context.db, callId)
  if (record?.callerId !== memberId) return refuse('notFound')
  if ((record.liveRoomId === null ? record.kind : record.origin) !== kind) return refuse('callWrongKind')
  if (record.endedAt !== null) return refuse('callGone')
  const reading = await readingOf(context, record)
  const view = await meterView(context.db, callId, expectedChargedMs(reading), reading.segments)
  if (!view) return refuse('notFound')
  return {
    type: 'success',
    point: view.point,
    fundedUntil: new Date(context.now() + view.remainingMs).toISOString(),
    charged: view.chargedPoints,
    chargedMs: Math.floor(view.chargedMs),
    fundedMsLeft: Math.floor(view.remainingMs),
    running:
      record.state.phase === 'inCall' &&
      reconnectingSide(record.state) === null &&
      reading.segments.at(-1)?.carries !== 'nothing',
    ...(record.freeLookMs > 0 ? { freeMsLeft: Math.max(0, record.freeLookMs - reading.freeMs) } : {}),
    currentPointsPerMin: currentRateOf(record, reading),
  }
}
