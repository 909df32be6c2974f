import type { Db } from '#server/db/database.ts'

/** Which of these sessions, by their public ids (`session.device_id`), have not ended. */
export const activeAmong = async (db: Db, sessionIds: readonly string[]): Promise<Set<string>> => {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .select('device_id')
    .where('device_id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.device_id))
}

/** Whether a session of the member was ended at this time or later. */
export const hasEndedSessionSince = async (db: Db, memberId: string, sinceMs: number): Promise<boolean> => {
  const row = await db
    .selectFrom('session')
    .select('device_id')
    .where('member_id', '=', memberId)
    .where('revoked_at', '>=', new Date(sinceMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
