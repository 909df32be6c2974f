import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** A question about a message comes within days. */
const keptDays = 7

/** Nightly: forgets what was sent or given up a week ago, the recipients of mail with it. */
export const deleteOldMessages = async (db: Db): Promise<void> => {
  await sql`DELETE FROM outgoing_mail WHERE created_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
  await sql`DELETE FROM outgoing_sms WHERE created_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
}
