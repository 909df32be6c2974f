import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'

/** For a member who leaves: ends standby, also by push, and notifies the pages that watch the state. */
export const leaveStandby = async (
  { events }: Pick<Context, 'events'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  await sql`
    UPDATE broadcaster SET standby_since = NULL, push_standby = false WHERE member_id = ${memberId}`.execute(
    tx,
  )
  await events.publish(tx, { type: 'presence:changed', memberId })
}
