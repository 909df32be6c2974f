import { setTwoPartyKind } from '#adapters/media/two-party.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { KindEffect } from '#domain/calls/kind-change.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { reportMeters } from '#server/points/metering/metering.ts'
import { lowerMeter, raiseMeter } from '#server/points/metering/segments.ts'
import { type CallRecord, findCall, lockCall } from '../call-record.ts'

/** In the transaction that changes the call: what is funded ahead is funded at the price of video. */
export const fundKind = async (
  context: Context,
  tx: Tx,
  call: CallRecord,
  effect: KindEffect,
): Promise<Refusal<'insufficientPoints'> | null> => {
  if (effect.type === 'toVoice') return null
  if (!(await raiseMeter(tx, call.id, effect.ratePointsPerMin))) return refuse('insufficientPoints')
  await tx
    .updateTable('call')
    .set({ video_rate_points_per_min: effect.ratePointsPerMin })
    .where('id', '=', call.id)
    .execute()
  await context.events.publish(tx, { type: 'point:changed', memberId: call.callerId })
  return null
}

/** Two changes may overtake each other on their way to the room: the last one to arrive looks again. */
const triesMax = 3

/**
 * After the commit: the room carries the new kind from its next increment on. A room that can't be reached gets it when
 * it is opened again. Once every increment of video is recorded, a voice call is funded at the price of voice.
 */
export const passOnKind = async (context: Context, changed: CallRecord): Promise<void> => {
  let { kind } = changed.state.carrying
  for (let tries = 0; tries < triesMax; tries += 1) {
    const reading = await setTwoPartyKind(context.media, changed.id, kind).catch((error: unknown) => {
      context.log.error('room-kind-not-set', { callId: changed.id, error })
      return null
    })
    if (!reading) return
    if (kind === 'voice') {
      await inTransaction(context.db, async (tx) => {
        const now = await lockCall(tx, changed.id)
        if (now?.kindChanges !== changed.kindChanges) return
        await reportMeters(tx, [{ callId: changed.id, ...reading }])
        await lowerMeter(tx, changed.id, changed.rates.voice)
      })
    }
    const now = await findCall(context.db, changed.id)
    if (!now || now.state.carrying.kind === kind) return
    kind = now.state.carrying.kind
  }
}
