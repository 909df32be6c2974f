import { type RawBuilder, sql } from 'kysely'
import {
  type TimelineFeed,
  type TimelinePost,
  timelineCountMax,
  timelinePage,
} from '#contract/timeline/timeline.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isBlocked } from '#server/people/queries.ts'
import { postsByIds } from './posts.ts'
import { isSeenPost, type Reader } from './seen.ts'

interface Place {
  id: string
  seq: string
}

interface Page {
  posts: TimelinePost[]
  next: string | null
}

/** Only posts before this one in the feed; all of them without one. */
const olderThan = (before: string | undefined): RawBuilder<boolean> =>
  before === undefined ? sql<boolean>`true` : sql<boolean>`p.seq < ${before}::bigint`

/** The newest posts that fulfil the condition, by the index that the condition names. */
const newestWhere = (reader: Reader, condition: RawBuilder<unknown>, limit: number) => sql<Place>`
  SELECT p.id, p.seq FROM timeline_post p JOIN member m ON m.id = p.author_id
  WHERE p.state = 'shown' AND ${condition} AND ${isSeenPost(reader)} ORDER BY p.seq DESC LIMIT ${limit}`

/**
 * Everybody's posts. A caller's own posts come from the list of that author, so that no page has to skip the posts of
 * all other callers.
 */
const newestOfAll = (reader: Reader, before: string | undefined, limit: number) => {
  const older = olderThan(before)
  if (reader?.role === 'broadcaster') return newestWhere(reader, older, limit)
  const open = newestWhere(reader, sql`p.is_public AND ${older}`, limit)
  if (!reader) return open
  const own = newestWhere(
    reader,
    sql`p.author_id = ${reader.memberId} AND NOT p.is_public AND ${older}`,
    limit,
  )
  return sql<Place>`
    SELECT * FROM ((${open}) UNION ALL (${own})) merged ORDER BY seq DESC LIMIT ${limit}`
}

/**
 * The posts of favourites, without a row per follower. Each favourite has a list of posts by seq. Of n wanted posts
 * all are by the n favourites whose newest post is the newest: everybody else has n newer ones before them. So one
 * index entry is read for each favourite, and n entries for n of them (decision 72).
 */
const newestOfFavourites = (reader: NonNullable<Reader>, before: string | undefined, limit: number) => {
  const isShown = sql`p.state = 'shown' AND ${olderThan(before)} ${
    reader.role === 'broadcaster' ? sql`` : sql`AND p.is_public`
  }`
  const roles = reader.role === 'broadcaster' ? ['broadcaster', 'caller'] : ['broadcaster']
  return sql<Place>`
    WITH author AS MATERIALIZED (
      -- Lateral with a limit: one look-up by key for each, never a scan of all members.
      SELECT m.id FROM favourite f CROSS JOIN LATERAL (
        SELECT m.id, m.role FROM member m WHERE m.id = f.partner_id LIMIT 1) m
      WHERE f.member_id = ${reader.memberId} AND m.role = any(${roles}::text[]) AND NOT ${isBlocked(reader.memberId)}
    ), latest AS MATERIALIZED (
      SELECT author.id, newest.seq FROM author CROSS JOIN LATERAL (
        SELECT p.seq FROM timeline_post p WHERE p.author_id = author.id AND ${isShown}
        ORDER BY p.seq DESC LIMIT 1) newest
      ORDER BY newest.seq DESC LIMIT ${limit}
    )
    SELECT post.id, post.seq FROM latest CROSS JOIN LATERAL (
      SELECT p.id, p.seq FROM timeline_post p WHERE p.author_id = latest.id AND ${isShown}
      ORDER BY p.seq DESC LIMIT ${limit}) post
    ORDER BY post.seq DESC LIMIT ${limit}`
}

/** One more place than shown tells whether there is a next page. */
const pageOf = async (db: Db | Tx, reader: Reader, places: readonly Place[]): Promise<Page> => {
  const shown = places.slice(0, timelinePage)
  const last = places.length > timelinePage ? shown.at(-1) : undefined
  return {
    posts: await postsByIds(
      db,
      reader,
      shown.map(({ id }) => id),
    ),
    next: last ? String(last.seq) : null,
  }
}

interface FeedWanted {
  feed: TimelineFeed
  before?: string | undefined
}

/** A page of a feed. A visitor has no favourites. A post that appears or vanishes between two pages moves no other. */
export const feedPage = async (db: Db | Tx, reader: Reader, { feed, before }: FeedWanted): Promise<Page> => {
  if (feed === 'favourites' && !reader) return { posts: [], next: null }
  const limit = timelinePage + 1
  const newest =
    feed === 'favourites' && reader
      ? newestOfFavourites(reader, before, limit)
      : newestOfAll(reader, before, limit)
  const { rows } = await newest.execute(db)
  return pageOf(db, reader, rows)
}

/** A page of one member's posts; the caller of this function has checked that the reader sees the member. */
export const memberPage = async (
  db: Db | Tx,
  reader: Reader,
  { userId, before }: { userId: string; before?: string | undefined },
): Promise<Page> => {
  const condition = sql`p.author_id = ${userId} AND ${olderThan(before)}`
  const { rows } = await newestWhere(reader, condition, timelinePage + 1).execute(db)
  return pageOf(db, reader, rows)
}

/** How many posts of others in a feed are newer than one, up to `timelineCountMax`. */
export const newerCount = async (
  db: Db | Tx,
  reader: NonNullable<Reader>,
  { feed, after }: { feed: TimelineFeed; after: string },
): Promise<number> => {
  const isNewer = sql`p.state = 'shown' AND p.seq > ${after}::bigint AND p.author_id <> ${reader.memberId}
    AND ${isSeenPost(reader)}`
  const isInFeed =
    feed === 'favourites'
      ? sql`EXISTS (SELECT FROM favourite f WHERE f.member_id = ${reader.memberId} AND f.partner_id = m.id)`
      : sql`true`
  // The newest first: what is new is at the end of the index, and a reader who was away for long reads no more.
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM (
        SELECT p.* FROM timeline_post p WHERE p.state = 'shown' AND p.seq > ${after}::bigint
          ${reader.role === 'broadcaster' ? sql`` : sql`AND p.is_public`}
        ORDER BY p.seq DESC LIMIT ${newerScannedMax}) p
      JOIN member m ON m.id = p.author_id WHERE ${isNewer} AND ${isInFeed} LIMIT ${timelineCountMax}) newer`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Of more new posts than this, only the newest are looked at. */
const newerScannedMax = 1_000
