import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { dropAvailabilityRequests } from './availability-requests.ts'
import { eraseProfileTexts } from './own-profile-queries.ts'

/** Erases a deactivated member's profile texts, week, prices and favourites of both directions. */
export const erasePeople = async (tx: Tx, memberId: string): Promise<void> => {
  await eraseProfileTexts(tx, memberId)
  await sql`
    UPDATE broadcaster SET schedule = '[]', rate_video = NULL, rate_voice = NULL, is_shared = false
    WHERE member_id = ${memberId}`.execute(tx)
  await dropAvailabilityRequests(tx, memberId)
  await sql`DELETE FROM presence WHERE member_id = ${memberId}`.execute(tx)
  await sql`DELETE FROM bookmark WHERE member_id = ${memberId} OR partner_id = ${memberId}`.execute(tx)
  await sql`DELETE FROM follower_announcement WHERE broadcaster_id = ${memberId}`.execute(tx)
}
