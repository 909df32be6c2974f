import type { TimelineMoment } from '#contract/timeline/timeline.ts'
import { canSee } from '#domain/people/visibility.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { membersByIds } from '#server/members/queries.ts'
import { addGroupedTimelineNotice } from '#server/notifications/timeline-notices.ts'
import { notBlockedOf } from '#server/safety/queries.ts'

interface TimelineNews {
  postId: string
  /** Who has commented, answered or mentioned. */
  actorId: string
  postAuthorId: string
  /** The first of several about one member counts. */
  news: readonly { memberId: string; moment: TimelineMoment }[]
}

/**
 * Notifies members of a comment, an answer or a mention: those who see the post and whom no block separates from the
 * actor. A member who doesn't see the actor isn't given the name.
 */
export const addTimelineNotices = async (
  { events }: Pick<Context, 'events'>,
  tx: Tx,
  { postId, actorId, postAuthorId, news }: TimelineNews,
): Promise<void> => {
  const momentOf = new Map<string, TimelineMoment>()
  for (const { memberId, moment } of news)
    if (memberId !== actorId && !momentOf.has(memberId)) momentOf.set(memberId, moment)
  const openToActor = await notBlockedOf(tx, actorId, [...momentOf.keys()])
  const told = (await notBlockedOf(tx, postAuthorId, openToActor)).sort()
  const people = await membersByIds(tx, [actorId, ...told])
  const actor = people.get(actorId)
  for (const memberId of told) {
    const [member, moment] = [people.get(memberId), momentOf.get(memberId)]
    if (!actor || !member || !moment || member.role === 'closed') continue
    await addGroupedTimelineNotice(tx, {
      memberId,
      actorId,
      isActorSeen: canSee(member, actor),
      moment,
      postId,
    })
    await events.publish(tx, { type: 'notices:changed', memberId })
  }
}
