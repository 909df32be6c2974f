import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** For the export of a member's data: every movement of the accounts, and what is left in which lot. */
export const pointsOfMember = async (db: Db, memberId: string): Promise<object> => {
  const { rows: movements } = await sql<object>`
    select a.kind as account, t.created_at as "at", t.kind, t.purpose, e.amount::int as amount
    from account a join entry e on e.account_id = a.id join transfer t on t.id = e.transfer_id
    where a.owner_id = ${memberId} order by t.id`.execute(db)
  const { rows: lots } = await sql<object>`
    select l.kind, l.granted::int as granted, l.remaining::int as remaining, l.expires_at as "expiresAt"
    from account a join lot l on l.account_id = a.id
    where a.owner_id = ${memberId} and not l.closed order by l.expires_at`.execute(db)
  return { movements, lots }
}

/** What the member bought; of a card only how it was paid with. */
export const ordersOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select id as "orderId", course_id as "courseId", method, state, price_yen as "priceYen",
      free_points as "freePoints", bonus_points as "bonusPoints", refunded_yen as "refundedYen",
      created_at as "createdAt", captured_at as "capturedAt"
    from purchase_order where member_id = ${memberId} order by created_at`.execute(db)
  return rows
}

/** The member's payouts, paid and requested. */
export const payoutsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select b.points::int as points, b.state, b.requested_at as "requestedAt", b.decided_at as "decidedAt",
      b.refused_because as "refusedBecause"
    from payout b join account a on a.id = b.account_id where a.owner_id = ${memberId} order by b.requested_at`.execute(
    db,
  )
  return rows
}
