import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { Context } from '../../context.ts'
import { fundedMsOf } from '../../points/meter-funding.ts'
import { type CallRecord, findCall } from '../call-record.ts'
import { type Applied, type ApplyRefusal, applyEvent, readingOf } from './apply-event.ts'

/**
 * Opens the media room of an accepted call, or opens it again with what was already measured after the media
 * server came back. A room that can't be opened ends a new call as failed; a running one waits out its grace.
 */
export const openCallRoom = async (
  context: Context,
  record: CallRecord,
): Promise<Applied | Refusal<ApplyRefusal>> => {
  try {
    await context.media.openRoom({
      roomId: record.id,
      kind: record.kind,
      participants: { payer: record.callerId, broadcaster: record.broadcasterId },
      fundedMs: await fundedMsOf(context.db, record.id),
      carried: readingOf(context, record),
    })
  } catch (error) {
    context.log.error('media-room-not-opened', { callId: record.id, error })
    const current = await findCall(context.db, record.id)
    if (current?.state.phase !== 'inCall') await applyEvent(context, record.id, { type: 'failed' })
    return refuse('mediaUnavailable')
  }
  return applyEvent(context, record.id, { type: 'roomOpened' })
}
