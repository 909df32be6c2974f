import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { detachMovie } from '../movies/movie-rows.ts'

/**
 * Deletes an own post, published or scheduled. Its id and nothing of its content stays for a while; images and the movie
 * are deleted unless a report keeps them. Deleting again changes nothing. Refuses: notFound.
 */
export const deleteTimeline = (
  { db }: Context,
  { memberId }: Viewer,
  postId: string,
): Promise<null | Refusal<'notFound'>> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ state: string }>`
      SELECT state FROM timeline_post WHERE id = ${postId} AND author_id = ${memberId} FOR UPDATE`.execute(tx)
    const state = rows[0]?.state
    if (state === undefined || state === 'removed') return refuse('notFound')
    if (state === 'deleted') return null
    await sql`
      UPDATE timeline_post SET state = 'deleted', ended_at = now(), text = '', poll_choices = NULL, poll_days = NULL
      WHERE id = ${postId}`.execute(tx)
    const { rows: images } = await sql<{ imageId: string }>`
      DELETE FROM timeline_image WHERE post_id = ${postId} RETURNING image_id AS "imageId"`.execute(tx)
    for (const { imageId } of images) await retireImage(tx, imageId)
    await detachMovie(tx, postId)
    return null
  })

/**
 * Deletes an own comment, or one on an own post, with its answers; deleting again changes nothing. Refuses: notFound.
 */
export const deleteTimelineComment = (
  { db }: Context,
  { memberId }: Viewer,
  commentId: string,
): Promise<null | Refusal<'notFound'>> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ state: string }>`
      SELECT c.state FROM timeline_comment c JOIN timeline_post p ON p.id = c.post_id
      WHERE c.id = ${commentId} AND c.state <> 'removed'
        AND (c.author_id = ${memberId} OR (p.author_id = ${memberId} AND p.state = 'shown'))`.execute(tx)
    if (!rows[0]) return refuse('notFound')
    await sql`
      UPDATE timeline_comment SET state = 'deleted', ended_at = now(), text = ''
      WHERE (id = ${commentId} OR parent_id = ${commentId}) AND state = 'shown'`.execute(tx)
    return null
  })
