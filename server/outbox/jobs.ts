import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Members ask about a message within days. */
const keptDays = 7

/** Runs each night: deletes messages that were sent or given up a week ago, with the recipients' addresses. */
export const deleteOldMessages = async (db: Db): Promise<void> => {
  await sql`DELETE FROM outgoing_mail WHERE created_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
  await sql`DELETE FROM outgoing_sms WHERE created_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
}
