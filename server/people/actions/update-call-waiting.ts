import { sql } from 'kysely'
import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import { noteRequest } from '../presence-rows.ts'
import { findStandby, type Standby } from '../queries.ts'

/**
 * A broadcaster goes on standby or off it. Switching on counts as a heartbeat, so she stands as 待機中 at once; a
 * second switch in the same direction keeps the time she waits since. Everybody else is refused.
 */
export const updateCallWaiting = async (
  { db, events, nodes }: Context,
  viewer: Viewer,
  input: { waiting: boolean },
): Promise<Standby | Refusal<'forbidden'>> => {
  if (viewer.role !== 'broadcaster') return refuse('forbidden')
  return db.transaction().execute(async (tx) => {
    await sql`
      UPDATE broadcaster SET standby_since = CASE WHEN ${input.waiting} THEN coalesce(standby_since, now()) END
      WHERE member_id = ${viewer.memberId}`.execute(tx)
    if (input.waiting) await noteRequest(tx, nodes.id, viewer.memberId)
    const standby = await findStandby(tx, viewer.memberId)
    if (!standby) return refuse('forbidden')
    await events.publish(tx, { type: 'presence:changed', memberId: viewer.memberId })
    return standby
  })
}
