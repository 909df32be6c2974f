import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A question about a mail comes within days. */
const keptDays = 7

/** Nightly: forgets mail that was sent or given up a week ago, its recipients with it. */
export const forgetOldMail = async (db: Db): Promise<void> => {
  await sql`DELETE FROM outgoing_mail WHERE created_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
}
