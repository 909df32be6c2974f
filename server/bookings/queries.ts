import { sql } from 'kysely'
import type { Booking, BookingOutcome, BookingPhase, BookingSide } from '#contract/bookings/bookings.ts'
import type { CallKind } from '#contract/calls/calls.ts'
import type { BookedRing } from '#domain/bookings/booking.ts'
import { type BookedTime, bookingOpensBeforeMs } from '#domain/bookings/proposal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ratesOf } from '#server/people/queries.ts'
import type { BookingRecord } from './booking-record.ts'

/** Bookings that are over are shown for so long. */
const shownDays = 30
const shownMax = 100

interface BookingRow {
  bookingId: string
  side: BookingSide
  partnerId: string
  name: string
  avatarId: string | null
  broadcasterId: string
  kind: CallKind
  minutes: number
  startsAt: Date
  note: string
  phase: BookingPhase
  proposedBy: BookingSide
  outcome: BookingOutcome | null
}

/**
 * A member's bookings as the member sees them, or only one of them: open ones by time, then the others, the latest
 * first. It leaves out those across a block.
 */
export const bookingsOf = async (db: Db | Tx, memberId: string, onlyId?: string): Promise<Booking[]> => {
  const { rows } = await sql<BookingRow>`
    SELECT b.id AS "bookingId", CASE WHEN b.caller_id = ${memberId} THEN 'caller' ELSE 'broadcaster' END AS side,
      m.id AS "partnerId", m.name, m.avatar_id AS "avatarId", b.broadcaster_id AS "broadcasterId",
      b.kind, b.minutes, b.starts_at AS "startsAt", b.note, b.phase, b.proposed_by AS "proposedBy", b.outcome
    FROM booking b
    JOIN member m ON m.id = CASE WHEN b.caller_id = ${memberId} THEN b.broadcaster_id ELSE b.caller_id END
    WHERE (b.caller_id = ${memberId} OR b.broadcaster_id = ${memberId})
      AND (${onlyId ?? null}::uuid IS NULL OR b.id = ${onlyId ?? null}::uuid)
      AND (b.due_at IS NOT NULL OR b.changed_at > now() - make_interval(days => ${shownDays}::int))
      AND NOT EXISTS (SELECT FROM blocked_pair p WHERE p.member_id = ${memberId} AND p.partner_id = m.id)
    ORDER BY b.due_at IS NULL, CASE WHEN b.due_at IS NOT NULL THEN b.starts_at END, b.starts_at DESC, b.id
    LIMIT ${shownMax}`.execute(db)
  const rates = await ratesOf(db, [...new Set(rows.map(({ broadcasterId }) => broadcasterId))])
  return rows.map(({ partnerId, name, avatarId, broadcasterId, startsAt, ...row }) => ({
    ...row,
    partner: { id: partnerId, name, avatarId },
    startsAt: startsAt.toISOString(),
    ratePointsPerMin: rates.get(broadcasterId)?.[row.kind] ?? null,
  }))
}

/** Accepted bookings of any of these members that aren't over, except one. */
export const takenTimes = async (
  tx: Tx,
  memberIds: readonly string[],
  exceptId: string,
): Promise<BookedTime[]> => {
  const rows = await tx
    .selectFrom('booking')
    .select(['starts_at', 'minutes'])
    .where((column) =>
      column.or([column('caller_id', 'in', memberIds), column('broadcaster_id', 'in', memberIds)]),
    )
    .where('phase', '=', 'accepted')
    .where('id', '<>', exceptId)
    .execute()
  return rows.map(({ starts_at, minutes }) => ({ startsAt: starts_at.getTime(), minutes }))
}

/** A caller's open bookings: with this broadcaster, and in all. */
export const countOpenBookings = async (
  tx: Tx,
  callerId: string,
  broadcasterId: string,
): Promise<{ openWithPartner: number; open: number }> => {
  const { rows } = await sql<{ openWithPartner: number; open: number }>`
    SELECT count(*) FILTER (WHERE broadcaster_id = ${broadcasterId})::int AS "openWithPartner", count(*)::int AS open
    FROM booking WHERE caller_id = ${callerId} AND due_at IS NOT NULL`.execute(tx)
  return rows[0] ?? { openWithPartner: 0, open: 0 }
}

/**
 * The calls between the two around the booked time, by either side and of any kind: those that rang then, and one that was
 * connected before and went on. Those that were connected come first.
 */
export const bookedRings = async (
  tx: Tx,
  { callerId, broadcasterId, state }: BookingRecord,
): Promise<BookedRing[]> => {
  const [startsAt, endsAt] = [new Date(state.startsAt), new Date(state.startsAt + state.minutes * 60_000)]
  const rows = await tx
    .selectFrom('call')
    .select(['dialler_id', 'connected_at'])
    .where('caller_id', '=', callerId)
    .where('broadcaster_id', '=', broadcasterId)
    .where('origin', '<>', 'sideWatch')
    .where('requested_at', '<', endsAt)
    .where((call) =>
      call.or([
        call('requested_at', '>=', new Date(state.startsAt - bookingOpensBeforeMs)),
        call.and([
          call('connected_at', '<', endsAt),
          call.or([call('ended_at', 'is', null), call('ended_at', '>', startsAt)]),
        ]),
      ]),
    )
    .orderBy(sql`connected_at is null`)
    .orderBy('requested_at')
    .limit(50)
    .execute()
  return rows.map(({ dialler_id, connected_at }) => ({
    by: dialler_id === callerId ? 'caller' : 'broadcaster',
    isConnected: connected_at !== null,
  }))
}

/** Whether callers may propose times to this broadcaster. */
export const isOpenForBookings = async (db: Db | Tx, broadcasterId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('booking_setting')
    .select('is_open')
    .where('member_id', '=', broadcasterId)
    .executeTakeFirst()
  return row?.is_open ?? true
}

export const dueBookingIds = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('booking')
    .select('id')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** For the export of a member's data: the member's bookings, by the partner's name; the message is the caller's. */
export const bookingsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    SELECT m.name AS "partnerName", b.kind, b.starts_at AS "startsAt", b.minutes, b.phase, b.outcome,
      CASE WHEN b.caller_id = ${memberId} THEN b.note END AS note, b.created_at AS "createdAt"
    FROM booking b
    JOIN member m ON m.id = CASE WHEN b.caller_id = ${memberId} THEN b.broadcaster_id ELSE b.caller_id END
    WHERE (b.caller_id = ${memberId} OR b.broadcaster_id = ${memberId})
      AND NOT EXISTS (SELECT FROM blocked_pair p WHERE p.member_id = ${memberId} AND p.partner_id = m.id)
    ORDER BY b.created_at`.execute(db)
  return rows
}
