import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Ends standby without an open page. Locks the broadcaster's row until the transaction ends, changed or not.
 */
export const endPushStandby = async (
  { events }: Pick<Context, 'events'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  const { rows } = await sql<{ waited: boolean }>`
    UPDATE broadcaster b SET push_standby = false
    FROM (SELECT member_id, push_standby FROM broadcaster WHERE member_id = ${memberId} FOR UPDATE) before
    WHERE b.member_id = before.member_id RETURNING before.push_standby AS waited`.execute(tx)
  if (rows[0]?.waited) await events.publish(tx, { type: 'presence:changed', memberId })
}
