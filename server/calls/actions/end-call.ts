import type { MediaReading } from '#adapters/media/port.ts'
import { type CallState, isRinging } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { releaseMeter, settleMeter } from '#server/points/metering/metering.ts'
import { type Applied, type CallRecord, lockCall, saveState, sidesOf } from '../call-record.ts'
import { readingOf } from '../media/reading.ts'
import { watchMedia } from '../media/watch-media.ts'
import { pushAfter } from '../ringing/ring-push.ts'
import { cardOf, postCard, postLateCard } from './post-call-card.ts'
import { returnPoints } from './return-points.ts'

/**
 * Every way a call ends comes through here: hang-up, cancel, decline, a missed ring, empty funds, a lost
 * connection, an operator, a recovery. Stops the media clock first, then in one transaction: settles what was used,
 * releases the rest, applies the point-back rule, frees both seats and writes the end. A call that has ended
 * meanwhile answers its own end; one that was answered between the two looks is for its caller to decide anew.
 *
 * @param decided the ended state that the call machine decided on `found`
 */
export const endCall = async (
  context: Context,
  found: CallRecord,
  decided: CallState,
): Promise<Applied | 'answered'> => {
  const reading = isRinging(found.state) ? null : await finalReading(context, found)
  const { ended, lateCard = null } = await inTransaction(context.db, async (tx) => {
    const record = await lockCall(tx, found.id)
    if (!record) throw new Error(`call ${found.id} vanished`)
    if (record.state.phase === 'ended') return { ended: { record, state: record.state } }
    // Its meter and its room are of another kind now.
    if (isRinging(found.state) !== isRinging(record.state)) return { ended: 'answered' as const }
    // The room is closed by now, so the end stands even when a side came back between the two looks.
    const state: CallState = { ...record.state, phase: 'ended', end: decided.end }
    const charged = await settle(tx, record, state, reading)
    await tx.deleteFrom('call_seat').where('call_id', '=', record.id).execute()
    await saveState(tx, record, state)
    const card = cardOf(record, state, { charged, connectedMs: reading?.connectedMs ?? 0 })
    const lateCard = await postCard(context, tx, card)
    await publishEnd(context, tx, record)
    return { ended: { record, state }, lateCard }
  })
  if (lateCard) postLateCard(context, lateCard)
  if (ended !== 'answered') pushAfter(context, ended)
  return ended
}

/** Without the media process the last known reading counts; the caller is never charged for what nobody measured. */
const finalReading = async (context: Context, record: CallRecord): Promise<MediaReading> => {
  try {
    const reading = await context.media.closeRoom(record.id)
    const known = await readingOf(context, record)
    return reading.connectedMs >= known.connectedMs ? reading : known
  } catch (error) {
    context.log.error('media-room-not-closed', { callId: record.id, error })
    return readingOf(context, record)
  }
}

/** Answers the points that the call cost the caller in the end. */
const settle = async (
  tx: Tx,
  record: CallRecord,
  state: CallState,
  reading: MediaReading | null,
): Promise<number> => {
  if (record.connectedAt === null || !reading) {
    await releaseMeter(tx, record.id)
    return 0
  }
  const settled = await settleMeter(tx, record.id, reading)
  await tx
    .updateTable('call')
    .set({
      connected_ms: Math.floor(reading.connectedMs),
      charged_ms: Math.floor(reading.chargedMs),
      caller_lost_ms: Math.floor(reading.payerLostMs),
      broadcaster_lost_ms: Math.floor(reading.broadcasterLostMs),
      unproven_ms: Math.floor(reading.unprovenMs),
      media_bytes: reading.mediaBytes,
    })
    .where('id', '=', record.id)
    .execute()
  if (!settled || !state.end) return 0
  await watchMedia(tx, record, reading)
  return settled.points - (await returnPoints(tx, record, state.end, { ...reading, points: settled.points }))
}

const publishEnd = async (context: Context, tx: Tx, record: CallRecord): Promise<void> => {
  await context.events.publish(tx, { type: 'call:changed', callId: record.id, memberIds: sidesOf(record) })
  for (const memberId of sidesOf(record))
    await context.events.publish(tx, { type: 'point:changed', memberId })
  await context.events.publish(tx, { type: 'presence:changed', memberId: record.broadcasterId })
}
