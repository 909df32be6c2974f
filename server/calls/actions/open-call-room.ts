import type { Context } from '../../context.ts'
import { fundedMsOf } from '../../points/meter-funding.ts'
import type { CallRecord } from '../call-record.ts'
import { readingOf } from '../reading.ts'

/**
 * Opens the media room of an accepted call, or opens it again with what was already measured after the media
 * server came back. False when the media server doesn't take it.
 */
export const openCallRoom = async (context: Context, record: CallRecord): Promise<boolean> => {
  try {
    await context.media.openRoom({
      roomId: record.id,
      kind: record.kind,
      participants: { payer: record.callerId, broadcaster: record.broadcasterId },
      fundedMs: await fundedMsOf(context.db, record.id),
      carried: await readingOf(context, record),
    })
    return true
  } catch (error) {
    context.log.error('media-room-not-opened', { callId: record.id, error })
    return false
  }
}
