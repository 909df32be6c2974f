import { sql } from 'kysely'
import { type TimelineAuthor, type TimelinePost, timelineCountMax } from '#contract/timeline/timeline.ts'
import { pollFor } from '#domain/timeline/poll.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { mentionsIn } from './mentions.ts'
import { type MovieRow, movieOf, toMovie } from './movies/movie-rows.ts'
import { commentTables, isSeenComment, isSeenPost, type Reader } from './seen.ts'

interface PostRow {
  postId: string
  seq: string | null
  author: TimelineAuthor
  text: string
  choices: string[] | null
  closesAt: Date | null
  postedAt: Date
  isEdited: boolean
  likes: number
  isLiked: boolean
  comments: number
  images: { imageId: string; width: number; height: number }[]
  movie: MovieRow | null
  votes: Record<string, number>
  ownChoice: number | null
  isFavourite: boolean
  nowMs: number
}

/** Everything a page shows of a post `p` by `m`; counts are sums of at most sixteen rows each. */
const postColumns = (reader: Reader) => {
  const readerId = reader?.memberId ?? null
  return sql`
    p.id AS "postId", p.seq::text AS seq, p.text, p.poll_choices AS choices, p.poll_closes_at AS "closesAt",
    jsonb_build_object('id', m.id, 'role', m.role, 'name', m.name, 'avatarId', m.avatar_id) AS author,
    coalesce(p.posted_at, p.publish_at, p.created_at) AS "postedAt", p.edited_at IS NOT NULL AS "isEdited",
    coalesce((SELECT sum(t.amount)::int FROM timeline_tally t WHERE t.post_id = p.id AND t.item = -1), 0) AS likes,
    EXISTS (SELECT FROM timeline_like l WHERE l.post_id = p.id AND l.member_id = ${readerId}) AS "isLiked",
    (SELECT count(*)::int FROM (
      SELECT FROM ${commentTables} WHERE c.post_id = p.id AND c.state = 'shown' AND ${isSeenComment(reader)}
      LIMIT ${timelineCountMax}) seen) AS comments,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('imageId', i.image_id, 'width', i.width, 'height', i.height)
      ORDER BY i.place), '[]') FROM timeline_image i WHERE i.post_id = p.id) AS images,
    ${movieOf} AS movie,
    CASE WHEN p.poll_choices IS NULL THEN '{}'::jsonb ELSE (
      SELECT coalesce(jsonb_object_agg(v.item, v.amount), '{}') FROM (
        SELECT t.item, sum(t.amount)::int AS amount FROM timeline_tally t
        WHERE t.post_id = p.id AND t.item >= 0 GROUP BY t.item) v) END AS votes,
    (SELECT v.choice FROM timeline_vote v WHERE v.post_id = p.id AND v.member_id = ${readerId}) AS "ownChoice",
    EXISTS (SELECT FROM favourite f WHERE f.member_id = ${readerId} AND f.partner_id = m.id) AS "isFavourite",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`
}

const pollOf = ({ choices, closesAt, votes, ownChoice, nowMs }: PostRow) =>
  choices &&
  pollFor(
    {
      choices,
      closesAtMs: closesAt?.getTime() ?? null,
      votes: choices.map((_, index) => votes[index] ?? 0),
      ownChoice,
    },
    nowMs,
  )

const postsOf = async (db: Db | Tx, reader: Reader, rows: readonly PostRow[]): Promise<TimelinePost[]> => {
  const mentions = await mentionsIn(
    db,
    reader,
    rows.map(({ text }) => text),
  )
  return rows.map((row) => ({
    postId: row.postId,
    seq: row.seq,
    author: row.author,
    text: row.text,
    mentions: mentions(row.text),
    images: row.images,
    movie: toMovie(row.movie),
    poll: pollOf(row),
    postedAt: row.postedAt.toISOString(),
    isEdited: row.isEdited,
    likes: row.likes,
    isLiked: row.isLiked,
    comments: row.comments,
    isOwn: row.author.id === reader?.memberId,
    isFavourite: row.isFavourite,
  }))
}

/** Published posts by their ids, in this order, without those that the reader doesn't see. */
export const postsByIds = async (
  db: Db | Tx,
  reader: Reader,
  postIds: readonly string[],
): Promise<TimelinePost[]> => {
  if (postIds.length === 0) return []
  const { rows } = await sql<PostRow>`
    SELECT ${postColumns(reader)} FROM unnest(${postIds}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN timeline_post p ON p.id = wanted.id JOIN member m ON m.id = p.author_id
    WHERE p.state = 'shown' AND ${isSeenPost(reader)} ORDER BY wanted.place`.execute(db)
  return postsOf(db, reader, rows)
}

export const postById = async (db: Db | Tx, reader: Reader, postId: string): Promise<TimelinePost | null> =>
  (await postsByIds(db, reader, [postId]))[0] ?? null

/** The member's own posts of these ids, or all that are scheduled, the next one first. */
export const ownPosts = async (
  db: Db | Tx,
  reader: NonNullable<Reader>,
  which: { postId: string } | 'scheduled',
): Promise<TimelinePost[]> => {
  const { rows } = await sql<PostRow>`
    SELECT ${postColumns(reader)} FROM timeline_post p JOIN member m ON m.id = p.author_id
    WHERE p.author_id = ${reader.memberId} AND ${
      which === 'scheduled'
        ? sql`p.state = 'scheduled'`
        : sql`p.id = ${which.postId} AND p.state IN ('shown', 'scheduled')`
    } ORDER BY p.publish_at, p.id LIMIT 200`.execute(db)
  return postsOf(db, reader, rows)
}

interface SeenPost {
  id: string
  authorId: string
}

/** A published post that the reader sees, or null. */
export const findSeenPost = async (db: Db | Tx, reader: Reader, postId: string): Promise<SeenPost | null> => {
  const { rows } = await sql<SeenPost>`
    SELECT p.id, p.author_id AS "authorId" FROM timeline_post p JOIN member m ON m.id = p.author_id
    WHERE p.id = ${postId} AND p.state = 'shown' AND ${isSeenPost(reader)}`.execute(db)
  return rows[0] ?? null
}
