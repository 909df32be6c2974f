import type { CallRole } from '#contract/calls/calls.ts'
import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { isRinging } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import type { CallRecord } from '../call-record.ts'
import { signLineToken } from './tokens.ts'

interface LinePage {
  memberId: string
  role: CallRole
  pageId: string
  /** The session it is for (`session.device_id`). */
  sessionId: string | null
}

/**
 * The token with which a page brings its line up while the call rings. The dialler's newest page has the dialler's
 * place; the callee's is that of the page that answers. Null when the call doesn't ring, or is in a live room, where it
 * is answered over connections that the room has already.
 */
export const openLine = async (
  { db, secret, now }: Context,
  { id, liveRoomId, state, now: databaseNow }: CallRecord,
  { memberId, role, pageId, sessionId }: LinePage,
): Promise<string | null> => {
  if (liveRoomId !== null || !isRinging(state)) return null
  if (role === state.dialler)
    await db
      .updateTable('call')
      .set({ [role === 'caller' ? 'caller_line' : 'broadcaster_line']: pageId })
      .where('id', '=', id)
      .where('phase', 'in', ['requested', 'ringing'])
      .execute()
  const lifeMs = Math.max(0, state.requestedAt + ringTimeoutMs - databaseNow)
  return signLineToken(secret, { callId: id, memberId, pageId, sessionId }, { now: now(), lifeMs })
}
