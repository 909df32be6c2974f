import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { CallRecord } from '../call-record.ts'

export interface PaidBeside {
  /** What the caller paid. */
  points: number
  /** How many payments the broadcaster may read of, and what they earned. */
  named: number
  earned: number
}

/** What was paid beside the meter in calls of live rooms, by call; nothing is there for the others. */
export const paidBeside = async (db: Db, calls: readonly CallRecord[]): Promise<Map<string, PaidBeside>> => {
  const callIds = calls.filter(({ liveRoomId }) => liveRoomId !== null).map(({ id }) => id)
  if (callIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('live_paid_beside')
    .select(['call_id', 'points', 'named', 'earned'])
    .where('call_id', 'in', callIds)
    .execute()
  return new Map(
    rows.map(({ call_id, points, named, earned }) => [
      call_id ?? '',
      { points: points ?? 0, named: named ?? 0, earned: earned ?? 0 },
    ]),
  )
}

/** Whether something was paid in a call's row that this member's receipt names. */
export const hasPaidBeside = (memberId: string) => sql<boolean>`
  call.live_room_id is not null and exists (
    select from live_paid_beside p
    where p.call_id = call.id::text and (call.caller_id = ${memberId} or p.named > 0))`
