import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  answersMax,
  type TimelineAnswer,
  type TimelineMoment,
  type timelineEndpoints,
} from '#contract/timeline/timeline.ts'
import { decideCommentPace } from '#domain/timeline/limits.ts'
import { mentionedIds, withoutMentions } from '#domain/timeline/mentions.ts'
import { readComment } from '#domain/timeline/written-post.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { commentOnPost } from '../comments.ts'
import { addTimelineNotices } from '../notices.ts'
import { paceOf } from '../pace.ts'
import { findSeenPost } from '../posts.ts'
import { withAllowedMentions } from './post-timeline.ts'

type CommentInput = InputOf<typeof timelineEndpoints.commentTimeline>
type CommentRefusal =
  | 'notFound'
  | 'commentEmpty'
  | 'commentTooLong'
  | 'timelineTooOften'
  | 'answersFull'
  | 'idempotencyMismatch'
  | 'contactWarning'
  | 'contactRefused'

/**
 * Comments on a post or answers a comment; the same id again is the same comment. Locks in this order: the member's
 * writing, the post's comments.
 *
 * The order of the refusals: notFound (the post, the answered comment, an answer), idempotencyMismatch, those of
 * `readComment`, timelineTooOften, the contact guard's, answersFull.
 */
export const commentTimeline = (
  context: Context,
  viewer: Viewer,
  input: CommentInput,
): Promise<TimelineAnswer | Refusal<CommentRefusal>> =>
  inTransaction(context.db, async (tx) => {
    const { commentId, postId } = input
    await lockName(tx, `timeline:${viewer.memberId}`)
    const post = await findSeenPost(tx, viewer, postId)
    const parent =
      post && input.parentId ? await commentOnPost(tx, viewer, { commentId: input.parentId, postId }) : null
    if (!post || (input.parentId && (!parent || parent.isAnswer))) return refuse('notFound')
    if (!(await isKnown(tx, commentId))) {
      const text = await permittedText(tx, viewer, input)
      if (isRefusal(text)) return text
      await lockName(tx, `timeline-comments:${postId}`)
      if (parent && (await answersTo(tx, parent.commentId)) >= answersMax) return refuse('answersFull')
      if (!(await store(tx, viewer.memberId, input, text))) return refuse('idempotencyMismatch')
      await notify(tx, viewer, {
        postId,
        commentId,
        postAuthorId: post.authorId,
        parentAuthorId: parent?.authorId,
        text,
      })
    }
    const stored = await commentOnPost(tx, viewer, { commentId, postId })
    if (stored?.authorId !== viewer.memberId) return refuse('idempotencyMismatch')
    const { authorId: _author, isAnswer: _isAnswer, ...comment } = stored
    return comment
  })

const isKnown = async (tx: Tx, commentId: string): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM timeline_comment WHERE id = ${commentId}`.execute(tx)
  return rows.length > 0
}

/** The member's last comments on the same post: a number may come in pieces. */
const earlierTexts = async (tx: Tx, memberId: string, postId: string): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM timeline_comment WHERE author_id = ${memberId} AND post_id = ${postId} AND state = 'shown'
      AND created_at > now() - interval '1 day'
    ORDER BY created_at DESC LIMIT 3`.execute(tx)
  return rows.map(({ text }) => withoutMentions(text, ' ')).reverse()
}

const permittedText = async (
  tx: Tx,
  viewer: Viewer,
  { text: written, postId, isWarned }: CommentInput,
): Promise<string | Refusal<CommentRefusal>> => {
  const text = readComment(written)
  if (isRefusal(text)) return text
  const pace = await paceOf(tx, 'timeline_comment', viewer.memberId)
  const tooOften = decideCommentPace(pace.writtenAtMs, pace.nowMs)
  if (tooOften) return tooOften
  const earlier = await earlierTexts(tx, viewer.memberId, postId)
  const guarded = await contactGuardDecision(tx, { text: withoutMentions(text, ' '), earlier, isWarned })
  return guarded ?? withAllowedMentions(tx, viewer, text)
}

const answersTo = async (tx: Tx, commentId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM timeline_comment WHERE parent_id = ${commentId} AND state = 'shown'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Under the lock of the post's comments, so that two authors don't get the same number. */
const store = async (
  tx: Tx,
  memberId: string,
  { commentId, postId, parentId }: CommentInput,
  text: string,
): Promise<boolean> => {
  const { rows } = await sql`
    INSERT INTO timeline_comment (id, post_id, author_id, parent_id, text, guest_no)
    SELECT ${commentId}, ${postId}, ${memberId}, ${parentId ?? null}::uuid, ${text}, coalesce(
      (SELECT min(guest_no) FROM timeline_comment WHERE post_id = ${postId} AND author_id = ${memberId}),
      (SELECT coalesce(max(guest_no), 0) + 1 FROM timeline_comment WHERE post_id = ${postId}))
    ON CONFLICT (id) DO NOTHING RETURNING 1`.execute(tx)
  return rows.length > 0
}

const notify = (
  tx: Tx,
  { memberId }: Viewer,
  about: {
    postId: string
    commentId: string
    postAuthorId: string
    parentAuthorId: string | undefined
    text: string
  },
): Promise<void> => {
  const { postId, commentId, postAuthorId, parentAuthorId, text } = about
  const recipients: { memberId: string; moment: TimelineMoment }[] = [
    ...(parentAuthorId === undefined ? [] : [{ memberId: parentAuthorId, moment: 'answer' as const }]),
    { memberId: postAuthorId, moment: 'comment' },
    ...mentionedIds(text).map((id) => ({ memberId: id, moment: 'mention' as const })),
  ]
  return addTimelineNotices(tx, { postId, commentId, actorId: memberId, postAuthorId, recipients })
}
