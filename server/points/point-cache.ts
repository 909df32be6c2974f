import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Event } from '#server/realtime/events.ts'
import {
  createMemberCache,
  type MemberCache,
  type MemberCacheParts,
  type Reading,
} from '#server/realtime/member-cache.ts'

/** A balance; not steady during a call, while it moves by itself. */
export type ReadPoint = Reading<number>
export type PointCache = MemberCache<number>

/** Members whose balance an event may have changed. Seats count: in a call a balance moves by itself. */
const touchedBy = (event: Event): readonly string[] => {
  if (event.type === 'point:changed') return [event.memberId]
  return event.type === 'call:changed' ? event.memberIds : []
}

/**
 * Balances in this process, for the polls of open pages. Whatever moves a member's points publishes
 * `point:changed`.
 */
export const createPointCache = (parts: MemberCacheParts): PointCache =>
  createMemberCache<number>(parts, touchedBy)

/** Until a member's next points expire, in milliseconds of the database's clock; 0 when some are overdue. */
export const msUntilExpiry = async (db: Db, memberId: string): Promise<number> => {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from next_expiry_at - now()) * 1000)::float8 as ms
    from account where kind = 'wallet' and owner_id = ${memberId}`.execute(db)
  // An empty wallet has nothing that can expire.
  return Math.max(0, rows[0]?.ms ?? Number.POSITIVE_INFINITY)
}
