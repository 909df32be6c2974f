import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { storeSpendCap } from '#server/calls/actions/store-spend-cap.ts'
import { findCall } from '#server/calls/call-record.ts'
import { readingOf } from '#server/calls/media/reading.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { reportMeters } from '#server/points/metering/metering.ts'
import { capMeter } from '#server/points/metering/spend-cap.ts'
import { passOnFunding } from '../media/pass-on-funding.ts'

/** Sets the watcher's own limit of a running visit. One that has cost more already ends at once. */
export const setSpendCap = async (
  context: Context,
  memberId: string,
  { callId, spendCap }: { callId: string; spendCap: number | null },
): Promise<null | Refusal<'notFound' | 'callGone'>> => {
  const call = await findCall(context.db, callId)
  if (call?.callerId !== memberId || call.origin !== 'sideWatch') return refuse('notFound')
  if (call.endedAt !== null || call.isFreeLook) return refuse('callGone')
  const reading = await readingOf(context, call)
  const status = await inTransaction(context.db, async (tx) => {
    await reportMeters(tx, [{ callId, ...reading }])
    const capped = await capMeter(tx, callId, spendCap)
    if (capped !== 'closed') await storeSpendCap(tx, callId, spendCap)
    await context.events.publish(tx, { type: 'point:changed', memberId })
    return capped
  })
  if (status === 'closed') return refuse('callGone')
  if (status === 'over') await applyEvent(context, callId, { type: 'fundsExhausted' })
  else await passOnFunding(context, callId)
  return null
}
