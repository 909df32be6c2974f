import type { Db, Tx } from '#server/db/database.ts'

/** The running call of a member, or null; a broadcaster who is live has none. */
export const seatedCallId = async (db: Db | Tx, memberId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('call_seat')
    .select('call_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.call_id ?? null
}

/** Whether the member sits in a call or is live. */
export const isSeated = async (db: Db | Tx, memberId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('call_seat')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}
