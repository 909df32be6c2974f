import { sql } from 'kysely'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { unseenEndMs } from '#domain/calls/unseen-end.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type CallRecord, findCall, roleIn } from './call-record.ts'
import { snapshotFor } from './queries.ts'

/**
 * The newest call of the last 24 h whose end no page has shown the member; null for none, while the member is in a
 * call, and when the two have blocked each other.
 */
export const unseenEndOf = async (context: Context, memberId: string): Promise<CallSnapshot | null> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from call c
    where (c.caller_id = ${memberId} and c.caller_end_unseen
        or c.broadcaster_id = ${memberId} and c.broadcaster_end_unseen)
      and c.ended_at > now() - make_interval(secs => ${unseenEndMs / 1_000}::float8)
      and not exists (select from call_seat s where s.member_id = ${memberId})
      and not exists (select from blocked_pair b
        where b.member_id = c.caller_id and b.partner_id = c.broadcaster_id)
    order by c.ended_at desc limit 1`.execute(context.db)
  const found = rows[0] && (await snapshotFor(context, rows[0].id, memberId))
  return found ? found.snapshot : null
}

/**
 * The member has seen how this call ended, and with it the ends of all calls before.
 *
 * @returns false for somebody else's call, and for one that has not ended
 */
export const markEndSeen = async (db: Db, callId: string, memberId: string): Promise<boolean> => {
  const call = await findCall(db, callId)
  if (!call || call.endedAt === null || roleIn(call, memberId) === null) return false
  await markEndsUntil(db, call, memberId)
  return true
}

const markEndsUntil = async (db: Db, { endedAt }: CallRecord, memberId: string): Promise<void> => {
  const until = new Date(endedAt ?? 0)
  for (const side of ['caller', 'broadcaster'] as const)
    await db
      .updateTable('call')
      .set({ [`${side}_end_unseen`]: false })
      .where(`${side}_id`, '=', memberId)
      .where(`${side}_end_unseen`, '=', true)
      // To the microsecond the instant in the row may be a little later than its milliseconds.
      .where(sql<boolean>`date_trunc('milliseconds', ended_at) <= ${until}`)
      .execute()
}
