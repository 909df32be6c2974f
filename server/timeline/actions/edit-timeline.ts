import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { postEditMs, type TimelinePost, type timelineEndpoints } from '#contract/timeline/timeline.ts'
import { readPost } from '#domain/timeline/written-post.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { ownPosts } from '../posts.ts'
import { guardPost, withAllowedMentions } from './post-timeline.ts'

type EditInput = InputOf<typeof timelineEndpoints.editTimeline>
type EditRefusal =
  | 'notFound'
  | 'timelineEmpty'
  | 'timelineTooLong'
  | 'timelineTooLate'
  | 'contactWarning'
  | 'contactRefused'

/**
 * Changes the text of an own post within ten minutes of its publication, and of a scheduled one at any time. Images,
 * movie and poll stay. Nobody is notified of a mention that is added.
 *
 * The order of the refusals: notFound, timelineTooLate, those of `readPost`, the contact guard's.
 */
export const editTimeline = (
  { db }: Context,
  viewer: Viewer,
  { postId, text: written, isWarned }: EditInput,
): Promise<TimelinePost | Refusal<EditRefusal>> =>
  inTransaction(db, async (tx) => {
    const found = await ownPostToEdit(tx, viewer.memberId, postId)
    if (!found) return refuse('notFound')
    if (found.isLate) return refuse('timelineTooLate')
    const read = readPost({ text: written, images: found.images, choices: found.choices ?? undefined })
    if (isRefusal(read))
      return read.refused === 'pollChoicesWrong' ? refuse('timelineEmpty') : refuse(read.refused)
    const guarded = await guardPost(tx, read, isWarned)
    if (guarded) return guarded
    const text = await withAllowedMentions(tx, viewer, read.text)
    await sql`
      UPDATE timeline_post SET text = ${text}, edited_at = CASE WHEN state = 'shown' THEN now() END
      WHERE id = ${postId} AND text <> ${text}`.execute(tx)
    const [post] = await ownPosts(tx, viewer, { postId })
    return post ?? refuse('notFound')
  })

const ownPostToEdit = async (
  tx: Tx,
  memberId: string,
  postId: string,
): Promise<{ isLate: boolean; choices: string[] | null; images: number } | null> => {
  const { rows } = await sql<{ isLate: boolean; choices: string[] | null; images: number }>`
    SELECT coalesce(p.posted_at <= now() - make_interval(secs => ${postEditMs / 1000}), false) AS "isLate",
      p.poll_choices AS choices, (SELECT count(*)::int FROM timeline_image i WHERE i.post_id = p.id)
        + (SELECT count(*)::int FROM timeline_movie v WHERE v.post_id = p.id) AS images
    FROM timeline_post p
    WHERE p.id = ${postId} AND p.author_id = ${memberId} AND p.state IN ('shown', 'scheduled') FOR UPDATE`.execute(
    tx,
  )
  return rows[0] ?? null
}
