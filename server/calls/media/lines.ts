import type { CallRole } from '#contract/calls/calls.ts'
import { mayOfferLine } from '#domain/calls/ringing/lines.ts'
import { isRinging } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type CallRecord, findCall } from '../call-record.ts'

interface LinePage {
  role: CallRole
  pageId: string
}

/**
 * Whether this page may bring its line up here: an offer that comes after the answer is for the node that has the room.
 * A call in a live room is answered over connections that the room has already.
 */
export const mayPreconnect = (
  { liveRoomId, nodeId, state }: CallRecord,
  { role, pageId }: LinePage,
  ownNodeId: string,
): boolean =>
  liveRoomId === null && mayOfferLine(state, role, pageId) && (isRinging(state) || nodeId === ownNodeId)

/** The dialler's newest page has the dialler's place; the callee's is that of the page that answers. */
export const nameDiallingPage = async (
  db: Db,
  { id, liveRoomId, state }: CallRecord,
  { role, pageId }: LinePage,
): Promise<void> => {
  if (liveRoomId !== null || role !== state.dialler || !isRinging(state) || state.lines[role] === pageId)
    return
  await db
    .updateTable('call')
    .set({ [role === 'caller' ? 'caller_line' : 'broadcaster_line']: pageId })
    .where('id', '=', id)
    .where('phase', 'in', ['requested', 'ringing'])
    .execute()
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
