import type { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import { refuse } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import { findCall, roleIn } from '../call-record.ts'
import { iceServersFor } from './ice-servers.ts'
import { openLine } from './open-line.ts'

export const callLinesHandlers: HandlersOf<typeof callLinesEndpoints> = {
  openCallLine: async ({ context, viewer, input: { callId, pageId } }) => {
    const { memberId } = viewer
    const record = await findCall(context.db, callId)
    const role = record && roleIn(record, memberId)
    if (!role) return refuse('notFound')
    const sessionId = await deviceIdOf(context.db, viewer)
    const token = await openLine(context, record, { memberId, role, pageId, sessionId })
    if (token === null) return refuse('callNotRinging')
    const ice_servers = iceServersFor(context, { roomId: callId, memberId })
    return { type: 'success', line_token: token, ice_servers }
  },
}
