import { sql } from 'kysely'
import type { MemberNotice } from '../../contract/notices.ts'
import type { Db } from '../db/database.ts'
import type { ExpiringLot } from './add-member-notices.ts'

interface NoticeRow {
  id: number
  details: Omit<ExpiringLot, 'kind'>
  created_at: Date
  read_at: Date | null
  remaining: number | null
}

/** A member's notices, newest first, older than `before`. Points that are gone by now aren't news any more. */
export const noticesOf = async (
  db: Db,
  memberId: string,
  page: { before?: number | undefined; limit: number },
): Promise<{ notifications: MemberNotice[]; more: boolean }> => {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.details, n.created_at, n.read_at, l.remaining
    from member_notice n left join lot_left l on l.lot_id = (n.details ->> 'lotId')::bigint
    where n.member_id = ${memberId} and (${page.before ?? null}::bigint is null or n.id < ${page.before ?? null}::bigint)
    order by n.id desc limit ${page.limit + 1}`.execute(db)
  return {
    notifications: rows.slice(0, page.limit).map(toNotice),
    more: rows.length > page.limit,
  }
}

const toNotice = (row: NoticeRow): MemberNotice => {
  const { lotKind, expiresAt } = row.details
  const points = row.remaining ?? 0
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    isUnread: row.read_at === null && points > 0,
    about: { kind: 'pointsExpiring', lotKind, points, expiresAt },
  }
}

/** Marks a member's notices up to one of them as read. */
export const markRead = async (db: Db, memberId: string, upTo: number): Promise<void> => {
  await db
    .updateTable('member_notice')
    .set({ read_at: sql<Date>`now()` })
    .where('member_id', '=', memberId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute()
}
