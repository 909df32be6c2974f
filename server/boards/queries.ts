import { type RawBuilder, sql } from 'kysely'
import {
  type BoardCategory,
  type BoardOrder,
  type BoardPost,
  type BoardThread,
  type BoardThreadCursor,
  boardPageSize,
  boardPostsMax,
} from '#contract/boards/boards.ts'
import { searchGrams, searchWords } from '#domain/people/search-text.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Characters of the first post that a list shows. */
const previewCharacters = 80

/**
 * Whether a viewer reads a post: none of a mark that the viewer hides. A block has no effect: who sets and lifts one
 * would see which posts vanish and return, and so who wrote them (product.md 14.5). Neither has it an effect that the
 * author leaves: the posts that vanish with a known person would be that person's (product.md 14.8).
 */
const isReadableBy = (viewerId: string, post: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  NOT EXISTS (SELECT FROM board_hidden_mark unwanted WHERE unwanted.member_id = ${viewerId}
    AND unwanted.thread_id = ${post}.thread_id AND unwanted.mark = ${post}.mark))`

/** Whether a viewer reads a thread: without one when the viewer hides the mark of its first post. */
const isThreadReadableBy = (viewerId: string): RawBuilder<boolean> => sql`
  NOT EXISTS (SELECT FROM board_post opening WHERE opening.id = t.id AND NOT ${isReadableBy(viewerId, sql`opening`)})`

export const boardCategories = async (db: Db): Promise<BoardCategory[]> => {
  const { rows } = await sql<BoardCategory>`
    SELECT c.id AS "categoryId", c.name,
      (SELECT count(*)::int FROM board_thread t WHERE t.category_id = c.id AND t.removed_at IS NULL) AS threads
    FROM board_category c WHERE c.is_open ORDER BY c.position, c.id`.execute(db)
  return rows
}

interface ThreadRow extends Omit<BoardThread, 'openedAt' | 'lastPostAt'> {
  openedAt: Date
  lastPostAt: Date
}

const toThread = ({ openedAt, lastPostAt, ...row }: ThreadRow): BoardThread => ({
  ...row,
  openedAt: openedAt.toISOString(),
  lastPostAt: lastPostAt.toISOString(),
})

const threadColumns = (viewerId: string) => sql`
  t.id AS "threadId", t.category_id AS "categoryId", t.title, t.posts,
  t.opened_at AS "openedAt", t.last_post_at AS "lastPostAt",
  coalesce((SELECT left(first.text, ${previewCharacters}) FROM board_post first
    WHERE first.id = t.id AND first.hidden_at IS NULL), '') AS preview,
  t.author_id IS NOT DISTINCT FROM ${viewerId} AS "isOwn", s.member_id IS NOT NULL AS "isSubscribed",
  CASE WHEN s.member_id IS NULL THEN 0 ELSE greatest(0, t.posts - s.seen_number) END AS unseen,
  t.closed_at IS NOT NULL OR t.posts >= ${boardPostsMax} AS "isClosed"`

export interface ThreadsWanted {
  categoryId?: string | undefined
  isMine: boolean
  words: string
  order: BoardOrder
  before?: BoardThreadCursor | undefined
  limit: number
}

/** Threads that the viewer may read, and where the next page begins. */
export const boardThreads = async (
  db: Db,
  viewerId: string,
  { categoryId, isMine, words, order, before, limit }: ThreadsWanted,
): Promise<{ threads: BoardThread[]; next: BoardThreadCursor | null }> => {
  const at = order === 'active' ? sql`t.last_post_at` : sql`t.opened_at`
  const found = searchWords(words)
  const grams = searchGrams(found)
  const conditions = [
    sql`t.removed_at IS NULL`,
    isThreadReadableBy(viewerId),
    ...(categoryId === undefined ? [] : [sql`t.category_id = ${categoryId}`]),
    ...(isMine ? [sql`(s.member_id IS NOT NULL OR t.author_id = ${viewerId})`] : []),
    ...(grams.length > 0 ? [sql`t.grams @> ${grams}::bigint[]`] : []),
    ...found.map(
      (word) => sql`(strpos(search_fold(t.title), ${word}) > 0 OR EXISTS (
        SELECT FROM board_post first WHERE first.id = t.id AND first.hidden_at IS NULL
          AND strpos(search_fold(first.text), ${word}) > 0))`,
    ),
    ...(before ? [sql`(${at}, t.id) < (${before.at}::timestamptz, ${before.threadId}::uuid)`] : []),
  ]
  const { rows } = await sql<ThreadRow>`
    SELECT ${threadColumns(viewerId)}
    FROM board_thread t
    LEFT JOIN board_subscription s ON s.thread_id = t.id AND s.member_id = ${viewerId}
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${at} DESC, t.id DESC LIMIT ${limit + 1}`.execute(db)
  const threads = rows.slice(0, limit).map(toThread)
  const last = threads.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    threads,
    next: isMore
      ? { at: order === 'active' ? last.lastPostAt : last.openedAt, threadId: last.threadId }
      : null,
  }
}

/** The thread as the viewer may read it, or null. */
export const boardThread = async (
  db: Db | Tx,
  viewerId: string,
  threadId: string,
): Promise<BoardThread | null> => {
  const { rows } = await sql<ThreadRow>`
    SELECT ${threadColumns(viewerId)}
    FROM board_thread t
    LEFT JOIN board_subscription s ON s.thread_id = t.id AND s.member_id = ${viewerId}
    WHERE t.id = ${threadId} AND t.removed_at IS NULL
      AND ${isThreadReadableBy(viewerId)}`.execute(db)
  return rows[0] ? toThread(rows[0]) : null
}

interface PostRow extends Omit<BoardPost, 'postedAt'> {
  postedAt: Date
}

/**
 * Posts that the viewer may read: the page after a number, or the one before it, in the order of their numbers; one
 * post; or one own post, also when it was hidden or deleted since.
 */
export const boardPosts = async (
  db: Db | Tx,
  viewerId: string,
  threadId: string,
  page: { after: number } | { before: number } | { postId: string } | { ownPostId: string },
): Promise<{ posts: BoardPost[]; more: boolean }> => {
  const where =
    'after' in page
      ? sql`p.number > ${page.after}`
      : 'before' in page
        ? sql`p.number < ${page.before}`
        : sql`p.id = ${'postId' in page ? page.postId : page.ownPostId}`
  const order = 'before' in page ? sql`p.number DESC` : sql`p.number`
  const { rows } = await sql<PostRow>`
    SELECT p.id AS "postId", p.number, p.mark, p.text, p.posted_at AS "postedAt",
      p.author_id IS NOT DISTINCT FROM t.author_id AND p.author_id IS NOT NULL AS "isOpener",
      p.author_id IS NOT DISTINCT FROM ${viewerId} AS "isOwn",
      EXISTS (SELECT FROM board_flag f WHERE f.post_id = p.id AND f.member_id = ${viewerId}) AS "isFlagged"
    FROM board_post p JOIN board_thread t ON t.id = p.thread_id
    WHERE p.thread_id = ${threadId} AND ${where}
      AND ${'ownPostId' in page ? sql`p.author_id = ${viewerId}` : sql`p.removed_at IS NULL AND p.hidden_at IS NULL AND ${isReadableBy(viewerId, sql`p`)}`}
    ORDER BY ${order} LIMIT ${boardPageSize + 1}`.execute(db)
  const posts = rows
    .slice(0, boardPageSize)
    .map(({ postedAt, ...row }) => ({ ...row, postedAt: postedAt.toISOString() }))
  return { posts: 'before' in page ? posts.reverse() : posts, more: rows.length > boardPageSize }
}

interface ReadablePost {
  threadId: string
  number: number
  mark: string
  authorId: string
  isDecided: boolean
}

/** A post that the viewer may read, with its author; locked until the transaction ends. */
export const readablePost = async (
  tx: Tx,
  viewerId: string,
  postId: string,
): Promise<ReadablePost | null> => {
  const { rows } = await sql<ReadablePost>`
    SELECT p.thread_id AS "threadId", p.number, p.mark, p.author_id AS "authorId", p.decided_at IS NOT NULL AS "isDecided"
    FROM board_post p JOIN board_thread t ON t.id = p.thread_id
    WHERE p.id = ${postId} AND p.removed_at IS NULL AND t.removed_at IS NULL
      AND (p.hidden_at IS NULL OR p.author_id = ${viewerId})
      AND ${isThreadReadableBy(viewerId)}
      AND ${isReadableBy(viewerId, sql`p`)}
    FOR NO KEY UPDATE OF p`.execute(tx)
  return rows[0] ?? null
}
