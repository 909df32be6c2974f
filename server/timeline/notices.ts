import type { TimelineMoment } from '#contract/timeline/timeline.ts'
import type { Tx } from '#server/db/database.ts'
import { membersByIds } from '#server/members/queries.ts'
import { addMemberNotices, type NewMemberNotice } from '#server/notifications/add-notifications.ts'
import { notBlockedOf } from '#server/safety/queries.ts'

interface TimelineNotices {
  postId: string
  /** The comment that it is about; null: the post itself. */
  commentId: string | null
  /** Who has commented, answered, mentioned or liked. */
  actorId: string
  postAuthorId: string
  /** The first of several about one member counts. */
  recipients: readonly { memberId: string; moment: TimelineMoment }[]
}

/**
 * Notifies members of a comment, an answer, a mention or a like: those who see the post and whom no block separates from the
 * actor.
 */
export const addTimelineNotices = async (
  tx: Tx,
  { postId, commentId, actorId, postAuthorId, recipients }: TimelineNotices,
): Promise<void> => {
  const momentOf = new Map<string, TimelineMoment>()
  for (const { memberId, moment } of recipients)
    if (memberId !== actorId && !momentOf.has(memberId)) momentOf.set(memberId, moment)
  const openToActor = await notBlockedOf(tx, actorId, [...momentOf.keys()])
  const notified = (await notBlockedOf(tx, postAuthorId, openToActor)).sort()
  const people = await membersByIds(tx, [actorId, ...notified])
  const actor = people.get(actorId)
  const notices: NewMemberNotice[] = []
  for (const memberId of notified) {
    const [member, moment] = [people.get(memberId), momentOf.get(memberId)]
    if (!actor || !member || !moment || member.role === 'closed') continue
    notices.push({
      memberId,
      actorId,
      once: `${commentId ?? postId}:${moment}:${actorId}`,
      about: { kind: 'timeline', moment, postId, commentId },
    })
  }
  await addMemberNotices(tx, notices)
}
