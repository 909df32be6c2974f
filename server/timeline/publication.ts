import { sql } from 'kysely'
import { mentionedIds } from '#domain/timeline/mentions.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { queueFollowerAnnouncement } from '#server/favourites/follower-announcements.ts'
import { hasPostedWithinAnHour } from './announcement.ts'
import { addTimelineNotices } from './notices.ts'

/**
 * Publishes a scheduled post: it gets its place in the feeds, and a poll begins. Members whom it mentions are notified.
 * One row is written, whatever the number of followers. False when it isn't scheduled any more.
 */
export const publishPost = async (
  context: Pick<Context, 'events'>,
  tx: Tx,
  postId: string,
): Promise<boolean> => {
  const { rows } = await sql<{ authorId: string; text: string }>`
    UPDATE timeline_post SET state = 'shown', seq = nextval('timeline_seq'), posted_at = now(),
      poll_closes_at = now() + make_interval(days => poll_days)
    WHERE id = ${postId} AND state = 'scheduled' RETURNING author_id AS "authorId", text`.execute(tx)
  const post = rows[0]
  if (!post) return false
  await context.events.publish(tx, { type: 'timeline:posted', memberId: post.authorId, postId })
  if (!(await hasPostedWithinAnHour(tx, post.authorId, postId)))
    await queueFollowerAnnouncement(tx, {
      kind: 'favouritePost',
      subject: postId,
      broadcasterId: post.authorId,
    })
  await addTimelineNotices(tx, {
    postId,
    commentId: null,
    actorId: post.authorId,
    postAuthorId: post.authorId,
    recipients: mentionedIds(post.text).map((memberId) => ({ memberId, moment: 'mention' })),
  })
  return true
}
