import { sql } from 'kysely'
import { unsentKeptDays } from '#domain/chat/unsend.ts'
import type { Db } from '#server/db/database.ts'

/** Deletes the kept copies of unsent messages after some days. Returns the number of messages. */
export const deleteUnsentMessages = async (db: Db): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from chat_unsent where unsent_at < now() - make_interval(days => ${unsentKeptDays}::int)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
