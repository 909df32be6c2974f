import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'

interface TimelinePart {
  postId: string
  /** Null: the post itself. */
  commentId: string | null
}

const rowsOf = ({ postId, commentId }: TimelinePart) =>
  commentId === null
    ? { table: sql.table('timeline_post'), isIt: sql`id = ${postId}` }
    : { table: sql.table('timeline_comment'), isIt: sql`id = ${commentId} AND post_id = ${postId}` }

/** Where a post or comment is now: `gone` when its author deleted it. */
export const timelineStatus = async (
  db: Db | Tx,
  part: TimelinePart,
): Promise<'shown' | 'removed' | 'gone'> => {
  const { table, isIt } = rowsOf(part)
  const { rows } = await sql<{ state: string }>`SELECT state FROM ${table} WHERE ${isIt}`.execute(db)
  const state = rows[0]?.state
  return state === 'shown' || state === 'removed' ? state : 'gone'
}

/**
 * An operator removes a post or a comment, or shows it again. Doing it twice changes nothing. Refuses: notFound.
 *
 * @returns whether it was removed before
 */
export const setRemoved = async (
  tx: Tx,
  part: TimelinePart & { isRemoved: boolean },
): Promise<boolean | Refusal<'notFound'>> => {
  const status = await timelineStatus(tx, part)
  if (status === 'gone') return refuse('notFound')
  const { table, isIt } = rowsOf(part)
  await (part.isRemoved
    ? sql`UPDATE ${table} SET state = 'removed', ended_at = now() WHERE ${isIt} AND state = 'shown'`
    : sql`UPDATE ${table} SET state = 'shown', ended_at = NULL WHERE ${isIt} AND state = 'removed'`
  ).execute(tx)
  return status === 'removed'
}
