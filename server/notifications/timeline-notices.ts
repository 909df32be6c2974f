import { sql } from 'kysely'
import type { TimelineMoment } from '#contract/timeline/timeline.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from './add-notifications.ts'

interface GroupedNotice {
  memberId: string
  actorId: string
  /** The member may read the actor's name. */
  isActorSeen: boolean
  moment: TimelineMoment
  postId: string
}

/** Of more people than this, no further ones are counted. */
const actorsMax = 50

/**
 * Adds a notification of the timeline. An unread one about the same post takes the new actor in and becomes the
 * newest: one notification for ほか3人, however many comments there are.
 */
export const addGroupedTimelineNotice = async (
  tx: Tx,
  { memberId, actorId, isActorSeen, moment, postId }: GroupedNotice,
): Promise<void> => {
  const { rows } = await sql<{ actors: string[] }>`
    DELETE FROM member_notice WHERE member_id = ${memberId} AND kind = 'timeline' AND read_at IS NULL
      AND details ->> 'postId' = ${postId} AND details ->> 'moment' = ${moment}
    RETURNING ARRAY(SELECT jsonb_array_elements_text(details -> 'actors')) AS actors`.execute(tx)
  const actors = [...new Set([actorId, ...rows.flatMap((row) => row.actors)])].slice(0, actorsMax)
  const partnerId = isActorSeen ? actorId : null
  await addMemberNotices(tx, [{ memberId, about: { kind: 'timeline', moment, postId, partnerId, actors } }])
}
