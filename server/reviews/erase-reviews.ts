import { sql } from 'kysely'
import { leftMemberName } from '#contract/privacy/deactivation.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Erases the texts and the author's label of the member's reviews; their scores stay in the average of the broadcaster.
 * The member's answers to received reviews are deleted.
 */
export const eraseReviews = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`
    UPDATE review SET description = '', author_label = ${leftMemberName} WHERE author_id = ${memberId}`.execute(
    tx,
  )
  await sql`
    DELETE FROM review_answer a USING review r WHERE r.id = a.review_id AND r.target_id = ${memberId}`.execute(
    tx,
  )
}
