import { sql } from 'kysely'
import { type BoardPost, boardPostsMax, type boardsEndpoints } from '#contract/boards/boards.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  boardLimitsWindowMs,
  decidePace,
  markSource,
  readBoardText,
  readBoardTitle,
} from '#domain/boards/board.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { boardPosts, boardThread } from '../queries.ts'
import { notifyOfAnswer } from './notify-subscribers.ts'

type WritingRefusal =
  | 'notFound'
  | 'boardTextWrong'
  | 'boardTooOften'
  | 'contactWarning'
  | 'contactRefused'
  | 'idempotencyMismatch'

const markLength = 8

/** What others see of an author: it can't be reversed without the server's secret. */
const markOf = ({ secret, now }: Context, threadId: string, memberId: string): string =>
  keyedHash(secret, 'boardMark', markSource(threadId, memberId, now())).slice(0, markLength)

/**
 * Opens a thread with its first post, whose id is the thread's.
 *
 * The order of the refusals: boardTitleWrong, boardTextWrong, idempotencyMismatch, notFound (the category), boardTooOften,
 * the contact guard's.
 */
export const openBoardThread = async (
  context: Context,
  { memberId }: Viewer,
  input: InputOf<typeof boardsEndpoints.postBoard>,
): Promise<null | Refusal<WritingRefusal | 'boardTitleWrong'>> => {
  const title = readBoardTitle(input.title)
  if (isRefusal(title)) return title
  const text = readBoardText(input.text)
  if (isRefusal(text)) return text
  return inTransaction(context.db, async (tx) => {
    await lockName(tx, `board:${memberId}`)
    const known = await knownPost(tx, input.threadId)
    if (known) return isRepeat(known, { memberId, threadId: input.threadId, text })
    if (!(await isOpenCategory(tx, input.categoryId))) return refuse('notFound')
    const refused =
      (await paceRefusal(tx, memberId, 'thread')) ??
      (await contactGuardDecision(tx, { text: `${title}\n${text}`, isWarned: input.isWarned }))
    if (refused) return refused
    await sql`
      INSERT INTO board_thread (id, category_id, author_id, title, grams)
      VALUES (${input.threadId}, ${input.categoryId}, ${memberId}, ${title},
        search_grams(search_fold(${`${title} ${text}`})))`.execute(tx)
    await insertPost(tx, {
      ...{ postId: input.threadId, threadId: input.threadId, number: 1, memberId, text },
      mark: markOf(context, input.threadId, memberId),
    })
    await subscribe(tx, memberId, input.threadId, 1)
    return null
  })
}

/**
 * Adds a post to a thread and notifies its subscribers, each once until they have looked.
 *
 * The order of the refusals: boardTextWrong, idempotencyMismatch, notFound, boardThreadClosed, boardTooOften, the
 * contact guard's.
 */
export const answerBoard = async (
  context: Context,
  { memberId }: Viewer,
  input: InputOf<typeof boardsEndpoints.answerBoard>,
): Promise<BoardPost | Refusal<WritingRefusal | 'boardThreadClosed'>> => {
  const text = readBoardText(input.text)
  if (isRefusal(text)) return text
  const { threadId, postId } = input
  return inTransaction(context.db, async (tx) => {
    await lockName(tx, `board:${memberId}`)
    const known = await knownPost(tx, postId)
    if (known) return isRepeat(known, { memberId, threadId, text }) ?? ownPost(tx, memberId, threadId, postId)
    const thread = await boardThread(tx, memberId, threadId)
    if (!thread) return refuse('notFound')
    const refused =
      (await paceRefusal(tx, memberId, 'answer')) ??
      (await contactGuardDecision(tx, { text, isWarned: input.isWarned }))
    if (refused) return refused
    const number = await nextNumber(tx, threadId)
    if (number === null) return refuse('boardThreadClosed')
    const mark = markOf(context, threadId, memberId)
    await insertPost(tx, { postId, threadId, number, memberId, text, mark })
    await notifyOfAnswer(tx, { memberId, threadId, mark })
    return ownPost(tx, memberId, threadId, postId)
  })
}

const ownPost = async (tx: Tx, memberId: string, threadId: string, postId: string): Promise<BoardPost> => {
  const { posts } = await boardPosts(tx, memberId, threadId, { ownPostId: postId })
  const [post] = posts
  if (!post) throw new Error(`post ${postId} isn't its author's`)
  return post
}

interface KnownPost {
  threadId: string
  authorId: string | null
  text: string
}

const knownPost = async (tx: Tx, postId: string): Promise<KnownPost | null> => {
  const { rows } = await sql<KnownPost>`
    SELECT thread_id AS "threadId", author_id AS "authorId", text FROM board_post WHERE id = ${postId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

const isRepeat = (
  known: KnownPost,
  { memberId, threadId, text }: { memberId: string; threadId: string; text: string },
): null | Refusal<'idempotencyMismatch'> =>
  known.authorId === memberId && known.threadId === threadId && known.text === text
    ? null
    : refuse('idempotencyMismatch')

const isOpenCategory = async (tx: Tx, categoryId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('board_category')
    .select('id')
    .where('id', '=', categoryId)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

const paceRefusal = async (
  tx: Tx,
  memberId: string,
  kind: 'thread' | 'answer',
): Promise<null | Refusal<'boardTooOften'>> => {
  const { rows } = await sql<{ isFirst: boolean | null; at: Date | null; now: Date }>`
    SELECT p.number = 1 AS "isFirst", p.posted_at AS at, clock.now FROM (SELECT now() AS now) clock
    LEFT JOIN board_post p ON p.author_id = ${memberId}
      AND p.posted_at > clock.now - make_interval(secs => ${boardLimitsWindowMs / 1000})`.execute(tx)
  const posts = rows.flatMap(({ at, isFirst }) => (at === null ? [] : [{ at: at.getTime(), isFirst }]))
  const threads = posts.filter(({ isFirst }) => isFirst).map(({ at }) => at)
  const earlier = { threads, posts: posts.map(({ at }) => at) }
  return decidePace(kind, earlier, rows[0]?.now.getTime() ?? 0)
}

/** Locks the thread and takes its next number; null when it takes no more posts. */
const nextNumber = async (tx: Tx, threadId: string): Promise<number | null> => {
  const { rows } = await sql<{ number: number }>`
    UPDATE board_thread SET posts = posts + 1, last_post_at = now()
    WHERE id = ${threadId} AND closed_at IS NULL AND removed_at IS NULL AND posts < ${boardPostsMax}
    RETURNING posts AS number`.execute(tx)
  return rows[0]?.number ?? null
}

interface NewPost {
  postId: string
  threadId: string
  number: number
  memberId: string
  mark: string
  text: string
}

const insertPost = async (
  tx: Tx,
  { postId, threadId, number, memberId, mark, text }: NewPost,
): Promise<void> => {
  await tx
    .insertInto('board_post')
    .values({ id: postId, thread_id: threadId, number, author_id: memberId, mark, text })
    .execute()
}

const subscribe = async (tx: Tx, memberId: string, threadId: string, seen: number): Promise<void> => {
  await tx
    .insertInto('board_subscription')
    .values({ member_id: memberId, thread_id: threadId, seen_number: seen })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
