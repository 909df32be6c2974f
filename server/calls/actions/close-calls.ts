import type { Context } from '#server/context.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import { applyEvent } from './apply-event.ts'

/** Ends the ring or the call of a member who may not call any more. */
export const closeCalls = async (context: Context, memberId: string): Promise<void> => {
  const callId = await seatedCallId(context.db, memberId)
  if (callId) await applyEvent(context, callId, { type: 'operatorEnded' })
}
