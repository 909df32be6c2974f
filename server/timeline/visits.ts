import { sql } from 'kysely'
import { type TimelinePost, timelinePage } from '#contract/timeline/timeline.ts'
import type { Db } from '#server/db/database.ts'
import { postsByIds } from './posts.ts'
import { isSeenPost, type Reader } from './seen.ts'

/** Pages that are opened within this time are one visit. Minutes. */
const visitMinutes = 30
/** The most that is shown of what was posted meanwhile. */
const awayMax = 5
/** So many posts are compared, the newest. */
const awayScannedMax = 500

/** How far the member had read when the member last came; null before the first visit. */
export const seenSeqOf = async (db: Db, memberId: string): Promise<string | null> => {
  const { rows } = await sql<{ seq: string }>`
    SELECT seen_seq::text AS seq FROM timeline_visit WHERE member_id = ${memberId}`.execute(db)
  return rows[0]?.seq ?? null
}

/**
 * Records a visit, and answers the most liked posts between the visit before and the first page of the feed. Within
 * one visit the answer stays the same posts, so that a reload doesn't lose them.
 */
export const visit = async (db: Db, reader: NonNullable<Reader>): Promise<TimelinePost[]> => {
  const { rows } = await sql<{ earlier: string }>`
    INSERT INTO timeline_visit AS v (member_id, seen_seq, earlier_seq)
    SELECT ${reader.memberId}, newest.seq, newest.seq FROM (
      SELECT coalesce(max(p.seq), 0) AS seq FROM timeline_post p WHERE p.state = 'shown') newest
    ON CONFLICT (member_id) DO UPDATE SET
      earlier_seq = CASE WHEN v.seen_at < now() - make_interval(mins => ${visitMinutes}::int)
        THEN v.seen_seq ELSE v.earlier_seq END,
      seen_seq = excluded.seen_seq,
      seen_at = now()
    RETURNING earlier_seq::text AS earlier`.execute(db)
  const earlier = rows[0]?.earlier
  return earlier === undefined ? [] : bestSince(db, reader, earlier)
}

const bestSince = async (db: Db, reader: NonNullable<Reader>, earlier: string): Promise<TimelinePost[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT post.id FROM (
      SELECT p.id, p.seq, m.id AS author_id FROM (
        SELECT * FROM timeline_post p WHERE p.state = 'shown' AND p.seq > ${earlier}::bigint
          ${reader.role === 'broadcaster' ? sql`` : sql`AND p.is_public`}
        ORDER BY p.seq DESC LIMIT ${awayScannedMax}) p
      JOIN member m ON m.id = p.author_id WHERE ${isSeenPost(reader)} AND m.id <> ${reader.memberId}
      -- The first page of the feed is there anyway.
      ORDER BY p.seq DESC OFFSET ${timelinePage}) post
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.amount), 0) AS count FROM timeline_tally t WHERE t.post_id = post.id AND t.item = -1) likes
    ORDER BY EXISTS (
        SELECT FROM favourite f WHERE f.member_id = ${reader.memberId} AND f.partner_id = post.author_id) DESC,
      likes.count DESC, post.seq DESC
    LIMIT ${awayMax}`.execute(db)
  return postsByIds(
    db,
    reader,
    rows.map(({ id }) => id),
  )
}
