import type { LineSpec } from '#adapters/media/port.ts'
import { isRinging } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import { type CallRecord, findCall, roleIn } from '../call-record.ts'
import { isTokenAlive } from '../call-sessions.ts'
import type { LineClaims } from './tokens.ts'

/**
 * Whom a line's token admits at the endpoints of this id, and to which line: while the call rings, and afterwards the
 * page that has the place, whose offer may come late.
 */
export const admitToLine = async (
  context: Context,
  id: string,
  claims: LineClaims,
): Promise<{ id: string; roomId: string; memberId: string; line: LineSpec } | 401 | 404> => {
  const { callId, memberId, pageId } = claims
  if (callId !== id) return 401
  const [isAlive, record] = await Promise.all([isTokenAlive(context.db, claims), findCall(context.db, id)])
  if (!isAlive) return 401
  const role = record && roleIn(record, memberId)
  if (!role) return 404
  const { state } = record
  const hasPlace = state.phase !== 'ended' && state.lines[role] === pageId
  if (!isRinging(state) && !hasPlace) return 404
  const { kind } = state.carrying
  return { id, roomId: id, memberId, line: { roomId: id, kind, participantId: memberId, pageId } }
}

/** A call whose room this node opens takes the lines itself. */
const isOver = (call: CallRecord | null, nodeId: string): boolean =>
  !call || call.state.phase === 'ended' || (!isRinging(call.state) && call.nodeId !== nodeId)

/** The lines of a ring that was declined, missed, cancelled, or answered at another node end at once, on every side. */
export const closeLinesAfterRings = (context: Context): (() => void) => {
  const { media, db, nodes, log } = context
  const closeIfOver = async (callId: string) => {
    if (isOver(await findCall(db, callId), nodes.id)) await media.closeLines(callId)
  }
  return context.events.subscribe((event) => {
    if (event.type !== 'call:changed' || !media.hasLines(event.callId)) return
    closeIfOver(event.callId).catch((error: unknown) =>
      log.error('lines-not-closed', { callId: event.callId, error }),
    )
  })
}
