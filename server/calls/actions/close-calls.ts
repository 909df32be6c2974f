import type { Context } from '#server/context.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import { applyEvent } from './apply-event.ts'

/** Ends the ring or the call that a member is in, if any: calls have been closed to him. */
export const closeCalls = async (context: Context, memberId: string): Promise<void> => {
  const callId = await seatedCallId(context.db, memberId)
  if (callId) await applyEvent(context, callId, { type: 'operatorEnded' })
}
