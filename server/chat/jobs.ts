import { sql } from 'kysely'
import { unsentKeptDays } from '#domain/chat/unsend.ts'
import type { Db } from '#server/db/database.ts'

/** What was taken back is gone for good after some days. Returns how many messages' words went. */
export const deleteUnsentMessages = async (db: Db): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from chat_unsent where unsent_at < now() - make_interval(days => ${unsentKeptDays}::int)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
