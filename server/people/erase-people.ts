import { sql } from 'kysely'
import { leftMemberName } from '#contract/quit.ts'
import type { Tx } from '#server/db/database.ts'
import { eraseProfileWordsWithin } from './own-profile-queries.ts'

/**
 * For who left for good: profile, week, prices and favourites, of both directions. What he gave as scores counts on for
 * whom he reviewed; his words go, and how he stood above them. Her answers to reviews of her go with her.
 */
export const erasePeopleWithin = async (tx: Tx, memberId: string): Promise<void> => {
  await eraseProfileWordsWithin(tx, memberId)
  await sql`
    UPDATE broadcaster SET schedule = '[]', rate_video = NULL, rate_voice = NULL WHERE member_id = ${memberId}`.execute(
    tx,
  )
  await sql`DELETE FROM presence WHERE member_id = ${memberId}`.execute(tx)
  await sql`DELETE FROM bookmark WHERE member_id = ${memberId} OR partner_id = ${memberId}`.execute(tx)
  await sql`
    UPDATE review SET description = '', author_label = ${leftMemberName} WHERE author_id = ${memberId}`.execute(
    tx,
  )
  await sql`
    DELETE FROM review_answer a USING review r WHERE r.id = a.review_id AND r.target_id = ${memberId}`.execute(
    tx,
  )
}
