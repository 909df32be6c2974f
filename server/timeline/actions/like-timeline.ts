import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Poll } from '#contract/timeline/timeline.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { addTimelineNotices } from '../notices.ts'
import { findSeenPost, postById } from '../posts.ts'

/**
 * Likes a post or takes the like back; doing it again changes nothing. The row is the like, and triggers count it
 * (`timeline_tally`), so the count is right whatever happens at the same time. The author is notified of a member's like
 * once, however often it comes and goes. Refuses: notFound.
 */
export const likeTimeline = async (
  { db }: Context,
  viewer: Viewer,
  { postId, isLiked }: { postId: string; isLiked: boolean },
): Promise<{ isLiked: boolean; likes: number } | Refusal<'notFound'>> => {
  const post = await findSeenPost(db, viewer, postId)
  if (!post) return refuse('notFound')
  const { memberId } = viewer
  if (isLiked)
    await inTransaction(db, async (tx) => {
      const { rows } = await sql`
        INSERT INTO timeline_like (post_id, member_id) VALUES (${postId}, ${memberId}) ON CONFLICT DO NOTHING
        RETURNING 1`.execute(tx)
      const recipients = [{ memberId: post.authorId, moment: 'like' }] as const
      if (rows.length > 0)
        await addTimelineNotices(tx, {
          ...{ postId, commentId: null, actorId: memberId, postAuthorId: post.authorId, recipients },
        })
    })
  else await sql`DELETE FROM timeline_like WHERE post_id = ${postId} AND member_id = ${memberId}`.execute(db)
  const { rows } = await sql<{ likes: number }>`
    SELECT coalesce(sum(amount), 0)::int AS likes FROM timeline_tally
    WHERE post_id = ${postId} AND item = -1`.execute(db)
  return { isLiked, likes: rows[0]?.likes ?? 0 }
}

/**
 * Votes in a poll, once; the same choice again changes nothing.
 *
 * The order of the refusals: notFound (also a choice that the poll doesn't have), pollVoted, pollClosed.
 */
export const voteTimeline = async (
  { db }: Context,
  viewer: Viewer,
  { postId, choice }: { postId: string; choice: number },
): Promise<Poll | Refusal<'notFound' | 'pollClosed' | 'pollVoted'>> => {
  const post = await postById(db, viewer, postId)
  if (!post?.poll?.choices[choice]) return refuse('notFound')
  // The primary key accepts one of concurrent votes.
  const { rows } = await sql`
    INSERT INTO timeline_vote (post_id, member_id, choice)
    SELECT p.id, ${viewer.memberId}, ${choice} FROM timeline_post p
    WHERE p.id = ${postId} AND p.state = 'shown' AND p.poll_closes_at > clock_timestamp()
    ON CONFLICT DO NOTHING RETURNING 1`.execute(db)
  const poll = (await postById(db, viewer, postId))?.poll
  if (!poll) return refuse('notFound')
  if (rows.length > 0 || poll.ownChoice === choice) return poll
  return refuse(poll.ownChoice === null ? 'pollClosed' : 'pollVoted')
}
