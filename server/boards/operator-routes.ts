import { sql } from 'kysely'
import type {
  FlaggedBoardPost,
  OperatorBoardCategory,
  operatorBoardsEndpoints,
} from '#contract/boards/operator.ts'
import { refuse } from '#contract/core/refusal.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { Tx } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import { removePost } from './actions/remove-board-post.ts'

/** What waits for a decision; more than this is a flood, and the oldest come first. */
const flaggedMax = 100

const flaggedPosts = async (tx: Tx): Promise<FlaggedBoardPost[]> => {
  const { rows } = await sql<
    Omit<FlaggedBoardPost, 'postedAt' | 'author'> & {
      postedAt: Date
      authorId: string | null
      authorName: string | null
    }
  >`
    SELECT p.id AS "postId", p.thread_id AS "threadId", t.title AS "threadTitle", p.number,
      coalesce(p.evidence, p.text) AS text, p.removed_at IS NOT NULL AS "isDeleted", p.posted_at AS "postedAt",
      m.id AS "authorId", m.name AS "authorName", p.hidden_at IS NOT NULL AS "isHidden",
      (SELECT jsonb_agg(jsonb_build_object('reason', f.reason, 'count', f.count) ORDER BY f.count DESC)
        FROM (SELECT reason, count(*)::int AS count FROM board_flag WHERE post_id = p.id GROUP BY reason) f) AS flags
    FROM board_post p JOIN board_thread t ON t.id = p.thread_id LEFT JOIN member m ON m.id = p.author_id
    WHERE p.flags > 0 AND p.decided_at IS NULL AND (p.removed_at IS NULL OR p.evidence IS NOT NULL)
    ORDER BY p.hidden_at NULLS LAST, p.posted_at LIMIT ${flaggedMax}`.execute(tx)
  return rows.map(({ postedAt, authorId, authorName, flags, ...row }) => ({
    ...row,
    flags: flags ?? [],
    postedAt: postedAt.toISOString(),
    author: authorId !== null && authorName !== null ? { id: authorId, name: authorName } : null,
  }))
}

const categories = async (tx: Tx): Promise<OperatorBoardCategory[]> => {
  const { rows } = await sql<OperatorBoardCategory>`
    SELECT id AS "categoryId", name, is_open AS "isOpen" FROM board_category ORDER BY position, id`.execute(
    tx,
  )
  return rows
}

export const operatorBoardsHandlers: HandlersOf<typeof operatorBoardsEndpoints> = {
  operatorBoardFlags: operatorReading(async ({ tx }) => ({
    answer: { type: 'success', posts: await flaggedPosts(tx) },
    subject: null,
  })),

  operatorDecideBoardPost: operatorAction(async ({ tx, input }) => {
    const { postId, decision } = input
    const reason = input.reason.trim()
    if (isUnprintable(reason)) return refuse('badInput')
    if (decision !== 'keep' && reason === '') return refuse('boardReasonMissing')
    const post = await tx
      .selectFrom('board_post')
      .select(['thread_id', 'text', 'evidence', 'author_id'])
      .where('id', '=', postId)
      .where((eb) => eb.or([eb('removed_at', 'is', null), eb('evidence', 'is not', null)]))
      .forUpdate()
      .executeTakeFirst()
    if (!post) return refuse('notFound')
    await sql`
      UPDATE board_post SET decided_at = now(), hidden_at = NULL, evidence = NULL WHERE id = ${postId}`.execute(
      tx,
    )
    if (decision !== 'keep') await removePost(tx, postId, { keepsEvidence: false })
    if (decision === 'removeAndCloseThread')
      await sql`
        UPDATE board_thread SET closed_at = coalesce(closed_at, now()) WHERE id = ${post.thread_id}`.execute(
        tx,
      )
    return {
      answer: { type: 'success' },
      subject: post.author_id === null ? `board:${postId}` : `member:${post.author_id}`,
      before: { postId, text: post.evidence ?? post.text },
      after: { decision, reason },
    }
  }),

  operatorBoardCategories: operatorOverview(async ({ tx }) => ({
    type: 'success',
    categories: await categories(tx),
  })),

  operatorSetBoardCategories: operatorAction(async ({ tx, input }) => {
    if (input.categories.some(({ name }) => isUnprintable(name))) return refuse('badInput')
    const before = await categories(tx)
    if (new Set(input.categories.map(({ categoryId }) => categoryId)).size < input.categories.length)
      return refuse('badInput')
    await sql`UPDATE board_category SET is_open = false, position = position + 1000`.execute(tx)
    for (const [position, { categoryId, name, isOpen }] of input.categories.entries())
      await sql`
        INSERT INTO board_category (id, name, position, is_open) VALUES (${categoryId}, ${name}, ${position}, ${isOpen})
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, position = excluded.position, is_open = excluded.is_open`.execute(
        tx,
      )
    return { answer: { type: 'success' }, subject: null, before, after: input.categories }
  }),
}
