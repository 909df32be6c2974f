import { type LineSession, type LineSpec, MediaRefused } from '#adapters/media/port.ts'
import type { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { belongsToSession } from '#domain/calls/ringing/lines.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { findCall, roleIn } from '../call-record.ts'
import { isRunByViewer } from '../call-sessions.ts'
import { iceServersFor } from './ice-servers.ts'
import { mayPreconnect, nameDiallingPage } from './lines.ts'
import { resourcePath } from './media-routes.ts'

/** What the media server says of an offer, as the page learns it. */
const refusalOf = ({ status }: MediaRefused): Refusal<'badInput' | 'callNotRinging' | 'mediaUnavailable'> => {
  if (status === 503) return refuse('mediaUnavailable')
  return refuse(status === 404 || status === 409 ? 'callNotRinging' : 'badInput')
}

const preconnect = async (
  { media }: Context,
  line: LineSpec,
  offer: string,
): Promise<LineSession | ReturnType<typeof refusalOf>> => {
  try {
    return await media.preconnect(line, offer)
  } catch (error) {
    if (error instanceof MediaRefused) return refusalOf(error)
    throw error
  }
}

export const callLinesHandlers: HandlersOf<typeof callLinesEndpoints> = {
  openCallLine: async ({ context, viewer, input: { callId, pageId, attempt, offer } }) => {
    const { memberId } = viewer
    if (!context.limits.callLine.admits(memberId)) return refuse('tooManyRequests')
    const record = await findCall(context.db, callId)
    const role = record && roleIn(record, memberId)
    if (!role) return refuse('notFound')
    if (!mayPreconnect(record, { role, pageId }, context.nodes.id)) return refuse('callNotRinging')
    const isOwn =
      !belongsToSession(record.state, role) || (await isRunByViewer(context.db, { callId, role }, viewer))
    if (!isOwn) return refuse('callNotRinging')
    await nameDiallingPage(context.db, record, { role, pageId })
    const { kind } = record.state.carrying
    const line = { roomId: callId, kind, participantId: memberId, pageId, attempt }
    const session = await preconnect(context, line, offer)
    if ('refused' in session) return session
    return {
      type: 'success',
      answer: session.answerSdp,
      publish_resource: resourcePath(callId, session.publishId),
      subscribe_resource: resourcePath(callId, session.subscribeId),
      ice_servers: iceServersFor(context, { roomId: callId, memberId }),
    }
  },
  closeCallLine: async ({ context, viewer: { memberId: participantId }, input }) => {
    if (!context.limits.callLine.admits(participantId)) return refuse('tooManyRequests')
    const { callId, pageId, attempt } = input
    await context.media.closeLine(callId, { participantId, pageId, attempt })
    return { type: 'success' }
  },
}
