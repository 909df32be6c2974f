import type { ChatMessage } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { missedCallCard, wasMissed } from '#domain/chat/call-card.ts'
import { postCallCard } from '#server/chat/actions/post-call-card.ts'
import { messageFor } from '#server/chat/queries.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { findCall, roleIn } from '../call-record.ts'

/**
 * Makes sure that the missed-call card of a ring that the viewer dialled is there. Usually the end of the
 * ring has posted it; otherwise it is posted now.
 */
export const sendAbsenceCallMessage = async (
  context: Context,
  viewer: Viewer,
  callId: string,
): Promise<ChatMessage | Refusal<'notFound' | 'callNotMissed'>> => {
  const call = await findCall(context.db, callId)
  if (!call || roleIn(call, viewer.memberId) !== call.state.dialler) return refuse('notFound')
  if (!wasMissed(call.state)) return refuse('callNotMissed')
  const { status } = await postCallCard(context, context.db, {
    sides: { callerId: call.callerId, broadcasterId: call.broadcasterId },
    dialler: call.state.dialler,
    body: missedCallCard({ callId, kind: call.kind }),
  })
  if (status !== 'sent' && status !== 'repeat') return refuse('notFound')
  return (await messageFor(context.db, callId, viewer.memberId)) ?? refuse('notFound')
}
