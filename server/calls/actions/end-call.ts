import type { MediaReading } from '#adapters/media/port.ts'
import { thinBytesPerMinute } from '#domain/calls/quality/thin-media.ts'
import type { CallState } from '#domain/calls/transition.ts'
import type { CallCard } from '#server/chat/actions/post-call-card.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { releaseMeter, settleMeter } from '#server/points/metering/metering.ts'
import { type CallRecord, sidesOf } from '../call-record.ts'
import { closeCallMedia } from '../media/call-seat.ts'
import { readingOf } from '../media/reading.ts'
import { cardOf, postCard } from './post-call-card.ts'
import { returnPoints } from './return-points.ts'

/**
 * Closes a call's room, or its seat in a live room, and answers its last reading. Without the media process the last known reading counts.
 */
export const stopMediaClock = async (context: Context, call: CallRecord): Promise<MediaReading> => {
  try {
    const reading = await closeCallMedia(context.media, call)
    const known = await readingOf(context, call)
    return reading.connectedMs >= known.connectedMs ? reading : known
  } catch (error) {
    context.log.error('media-room-not-closed', { callId: call.id, error })
    return readingOf(context, call)
  }
}

interface Ending {
  before: CallRecord
  state: CallState
  /** The last reading of the media clock; null without a room. */
  reading: MediaReading | null
}

/**
 * The effect of every end: settles what was used, releases the rest, applies the point-back rule, frees both
 * seats, and leaves the card in the conversation.
 *
 * @returns a card that the conversation could not receive now
 */
export const settleCall = async (
  context: Context,
  tx: Tx,
  { before, state, reading }: Ending,
): Promise<CallCard | null> => {
  const charged = await settle(tx, before, state, reading)
  await freeSeats(tx, before)
  for (const memberId of sidesOf(before))
    await context.events.publish(tx, { type: 'point:changed', memberId })
  await context.events.publish(tx, { type: 'presence:changed', memberId: before.broadcasterId })
  // Nothing was said between the two.
  if (before.origin === 'sideWatch') return null
  return postCard(context, tx, cardOf(before, state, { charged, connectedMs: reading?.connectedMs ?? 0 }))
}

/**
 * A caller who watched and rings for the live call keeps the seat for that ring. Visit and ring can end at the same moment,
 * each in a transaction of its own: the second one waits for the seat, and then sees what the first one did.
 */
const freeSeats = async (tx: Tx, { id, origin, liveRoomId, callerId }: CallRecord): Promise<void> => {
  if (liveRoomId !== null)
    await tx
      .selectFrom('call_seat')
      .select('member_id')
      .where('member_id', '=', callerId)
      .forUpdate()
      .execute()
  if (origin === 'sideWatch')
    await tx
      .updateTable('call_seat')
      .from('call as ring')
      .set((column) => ({ call_id: column.ref('ring.id') }))
      .where('call_seat.call_id', '=', id)
      .where('ring.caller_id', '=', callerId)
      .where('ring.origin', '=', 'live')
      .where('ring.phase', '<>', 'ended')
      .execute()
  await tx.deleteFrom('call_seat').where('call_id', '=', id).execute()
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
      // The meter may have had a later report than the row of the call, when a process died between the two.
      connected_ms: Math.max(Math.floor(reading.connectedMs), settled?.connectedMs ?? 0),
      charged_ms: Math.max(Math.floor(reading.chargedMs), settled?.chargedMs ?? 0),
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

/** Alerts operators to a broadcaster whose calls are charged and carry hardly any media. */
const watchMedia = async (tx: Tx, record: CallRecord, reading: MediaReading): Promise<void> => {
  const bytes = thinBytesPerMinute(record.kind, reading)
  if (bytes === null) return
  await raiseAlert(tx, {
    kind: 'thinMedia',
    subject: `member:${record.broadcasterId}`,
    text:
      `配信者 ${record.broadcasterId} と会員 ${record.callerId} の通話 ${record.id} は、` +
      `課金1分あたりの映像・音声が ${bytes.toLocaleString('ja-JP')} バイトでした。`,
  })
}
