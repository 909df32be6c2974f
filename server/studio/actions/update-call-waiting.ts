import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { claimAnnouncement } from '#server/favourites/followers.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { recordRequest } from '#server/people/presence-rows.ts'
import { findStandby, type Standby } from '#server/people/queries.ts'
import { pushFavouriteStandby } from '#server/push/actions/push-favourite-standby.ts'

/**
 * Switches a broadcaster's standby on or off. Switching on counts as a heartbeat, so the state is 待機中 at
 * once; a second switch in the same direction keeps the beginning of the waiting time. Followers are notified
 * at most once an hour. All other members are refused.
 */
export const updateCallWaiting = async (
  context: Context,
  viewer: Viewer,
  input: { waiting: boolean },
): Promise<Standby | Refusal<'forbidden'>> => {
  if (viewer.role !== 'broadcaster') return refuse('forbidden')
  const { db, events, nodes } = context
  let isAnnounced = false
  const switched = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ waited: boolean }>`
      UPDATE broadcaster b SET standby_since = CASE WHEN ${input.waiting} THEN coalesce(b.standby_since, now()) END
      FROM (SELECT member_id, standby_since FROM broadcaster WHERE member_id = ${viewer.memberId} FOR UPDATE) before
      WHERE b.member_id = before.member_id RETURNING before.standby_since IS NOT NULL AS waited`.execute(tx)
    if (input.waiting) await recordRequest(tx, nodes.id, viewer.memberId)
    const standby = await findStandby(tx, viewer.memberId)
    if (!standby) return refuse('forbidden')
    await events.publish(tx, { type: 'presence:changed', memberId: viewer.memberId })
    isAnnounced =
      standby.state === 'standby' &&
      rows[0]?.waited === false &&
      (await claimAnnouncement(tx, viewer.memberId))
    if (isAnnounced) await events.publish(tx, { type: 'standby:begun', memberId: viewer.memberId })
    return standby
  })
  if (isAnnounced) pushFavouriteStandby(context, viewer.memberId)
  return switched
}
