import type { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import { refuse } from '#contract/core/refusal.ts'
import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { isRinging } from '#domain/calls/transition.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import { findCall, roleIn } from '../call-record.ts'
import { iceServersFor } from './ice-servers.ts'
import { signLineToken } from './tokens.ts'

export const callLinesHandlers: HandlersOf<typeof callLinesEndpoints> = {
  openCallLine: async ({ context, viewer, input: { callId, pageId } }) => {
    const { memberId } = viewer
    const record = await findCall(context.db, callId)
    if (!record || !roleIn(record, memberId)) return refuse('notFound')
    // A live call is answered over connections that the room has already.
    if (record.liveRoomId !== null) return refuse('callWrongKind')
    if (!isRinging(record.state)) return refuse('callNotRinging')
    const sessionId = await deviceIdOf(context.db, viewer)
    const lifeMs = Math.max(0, record.state.requestedAt + ringTimeoutMs - record.now)
    return {
      type: 'success',
      line_token: signLineToken(
        context.secret,
        { callId, memberId, pageId, sessionId },
        { now: context.now(), lifeMs },
      ),
      ice_servers: iceServersFor(context, { roomId: callId, memberId }),
    }
  },
}
