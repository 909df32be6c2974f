import { unprovenMsLeft } from '#domain/calls/unproven.ts'
import type { Context } from '#server/context.ts'
import { fundedMsOf } from '#server/points/metering/meter-funding.ts'
import { unprovenToday } from '../billing/unproven-today.ts'
import type { CallRecord } from '../call-record.ts'
import { openCallMedia } from '../media/call-seat.ts'
import { readingOf } from '../media/reading.ts'

/**
 * Opens the media room of an accepted call, or opens it again with what was measured before the media server
 * was lost. False when the media server refuses.
 */
export const openCallRoom = async (context: Context, record: CallRecord): Promise<boolean> => {
  const { callerId, broadcasterId } = record
  try {
    const carried = await readingOf(context, record)
    const otherCalls = { callerId, broadcasterId, exceptCallId: record.id }
    const leftMs = unprovenMsLeft(await unprovenToday(context.db, otherCalls))
    await openCallMedia(context.media, record, {
      fundedMs: await fundedMsOf(context.db, record.id),
      unprovenMsMax: Math.max(0, leftMs - carried.unprovenMs),
      carried,
    })
    return true
  } catch (error) {
    context.log.error('media-room-not-opened', { callId: record.id, error })
    return false
  }
}
