import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'

/** A thread whose first post is gone keeps this title. */
const removedTitle = '（削除されたスレッド）'

/** What a post says now: of a first post the thread's title, then its text. */
const said = sql`concat_ws(${'\n'}, (SELECT t.title FROM board_thread t WHERE t.id = board_post.id), text)`

/**
 * Takes a post from everybody, with its text. A first post takes its thread along when nobody has answered; else the
 * thread loses its title and takes no more answers.
 *
 * `keepsEvidence`: of a flagged post that no operator has decided about, operators keep what it said (product.md 14.7).
 * Otherwise nothing of it stays, also of a post that was removed before.
 */
export const removePost = async (
  tx: Tx,
  postId: string,
  { keepsEvidence }: { keepsEvidence: boolean },
): Promise<void> => {
  const evidence = keepsEvidence ? sql`CASE WHEN flags > 0 AND decided_at IS NULL THEN ${said} END` : null
  await sql`
    UPDATE board_post SET text = '', evidence = ${evidence}, removed_at = coalesce(removed_at, now())
    WHERE id = ${postId}`.execute(tx)
  await sql`
    UPDATE board_thread t SET title = ${removedTitle}, grams = '{}', closed_at = coalesce(closed_at, now()),
      removed_at = CASE WHEN EXISTS (
        SELECT FROM board_post p WHERE p.thread_id = t.id AND p.removed_at IS NULL) THEN t.removed_at ELSE now() END
    WHERE t.id = ${postId}`.execute(tx)
}

/** Deletes an own post; a repeat, and anybody else's post, is refused as notFound. */
export const deleteBoardPost = async (
  tx: Tx,
  memberId: string,
  postId: string,
): Promise<null | Refusal<'notFound'>> => {
  const own = await tx
    .selectFrom('board_post')
    .select('id')
    .where('id', '=', postId)
    .where('author_id', '=', memberId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!own) return refuse('notFound')
  await removePost(tx, postId, { keepsEvidence: true })
  return null
}

/** Empties everything that a member wrote on the boards, and what the member chose there. */
export const eraseBoards = async (tx: Tx, memberId: string): Promise<void> => {
  const posts = await tx.selectFrom('board_post').select('id').where('author_id', '=', memberId).execute()
  for (const { id } of posts) await removePost(tx, id, { keepsEvidence: false })
  // The marks show nothing without the author; the numbers of the others' posts stay as they were.
  await sql`UPDATE board_post SET author_id = NULL WHERE author_id = ${memberId}`.execute(tx)
  await sql`UPDATE board_thread SET author_id = NULL WHERE author_id = ${memberId}`.execute(tx)
  for (const table of ['board_flag', 'board_subscription', 'board_hidden_mark'] as const)
    await tx.deleteFrom(table).where('member_id', '=', memberId).execute()
}
