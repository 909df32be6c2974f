import { sql } from 'kysely'
import { fundedMs } from '#domain/points/increment.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Milliseconds of charged time that the holds so far pay for, counted from the call's start; 0 without a meter, as in a
 * free look.
 */
export const fundedMsOf = async (db: Db | Tx, callId: string): Promise<number> => {
  const row = await db
    .selectFrom('meter')
    .select('funded_increments')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return fundedMs(row?.funded_increments ?? 0)
}

/**
 * Brings an open meter's due time forward to now: its paid time is used up before the clock says so. False without a
 * running meter.
 */
export const makeMeterDue = async (db: Db | Tx, callId: string): Promise<boolean> => {
  const row = await db
    .updateTable('meter')
    .set({ next_due_at: sql<Date>`least(next_due_at, now())` })
    .where('call_id', '=', callId)
    .where('state', '=', 'open')
    .where('next_due_at', 'is not', null)
    .returning('call_id')
    .executeTakeFirst()
  return row !== undefined
}
