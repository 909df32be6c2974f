import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Rows of a kind that one transaction erases. */
const perPart = 1_000

/**
 * Erases a member's posts with everything on them, comments with their answers, likes, votes and visits, a part at a
 * time. @returns 1 when more is left
 */
export const eraseTimeline = async (tx: Tx, memberId: string): Promise<number | null> => {
  await sql`DELETE FROM timeline_visit WHERE member_id = ${memberId}`.execute(tx)
  let isMore = false
  for (const [table, column] of [
    ['timeline_like', 'member_id'],
    ['timeline_vote', 'member_id'],
    ['timeline_comment', 'author_id'],
    ['timeline_post', 'author_id'],
  ] as const) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = any(array(
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${memberId} LIMIT ${perPart}))`.execute(
      tx,
    )
    isMore ||= Number(numAffectedRows ?? 0) === perPart
  }
  return isMore ? 1 : null
}
