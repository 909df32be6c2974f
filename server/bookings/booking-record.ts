import { sql } from 'kysely'
import type { BookingOutcome, BookingPhase, BookingSide } from '#contract/bookings/bookings.ts'
import type { CallKind } from '#contract/calls/calls.ts'
import { type BookingState, nextTickAt } from '#domain/bookings/booking.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'

/** A booking's row. `state` is what the machine of domain/bookings reads. */
export interface BookingRecord {
  id: string
  callerId: string
  broadcasterId: string
  kind: CallKind
  note: string
  state: BookingState
}

interface Row {
  id: string
  caller_id: string
  broadcaster_id: string
  kind: string
  starts_at: Date
  minutes: number
  note: string
  phase: string
  proposed_by: string
  reminded_soon: boolean
  reminded_now: boolean
  outcome: string | null
}

const recordOf = (row: Row): BookingRecord => ({
  id: row.id,
  callerId: row.caller_id,
  broadcasterId: row.broadcaster_id,
  kind: row.kind as CallKind,
  note: row.note,
  state: {
    phase: row.phase as BookingPhase,
    proposedBy: row.proposed_by as BookingSide,
    startsAt: row.starts_at.getTime(),
    minutes: row.minutes,
    isRemindedSoon: row.reminded_soon,
    isRemindedNow: row.reminded_now,
    outcome: row.outcome as BookingOutcome | null,
  },
})

const columnsOf = (state: BookingState) => {
  const dueAt = nextTickAt(state)
  return {
    phase: state.phase,
    proposed_by: state.proposedBy,
    starts_at: new Date(state.startsAt),
    minutes: state.minutes,
    reminded_soon: state.isRemindedSoon,
    reminded_now: state.isRemindedNow,
    outcome: state.outcome,
    due_at: dueAt === null ? null : new Date(dueAt),
  }
}

/** Null: the member is no side of this booking. */
export const sideOf = (
  booking: Pick<BookingRecord, 'callerId' | 'broadcasterId'>,
  memberId: string,
): BookingSide | null => {
  if (memberId === booking.callerId) return 'caller'
  return memberId === booking.broadcasterId ? 'broadcaster' : null
}

export const memberOf = (
  booking: Pick<BookingRecord, 'callerId' | 'broadcasterId'>,
  side: BookingSide,
): string => (side === 'caller' ? booking.callerId : booking.broadcasterId)

export const findBooking = async (db: Db | Tx, id: string): Promise<BookingRecord | null> => {
  const row = await db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? recordOf(row) : null
}

/**
 * The order of locks of every event: both members' names by id, then the row. Two events of one booking wait for each
 * other, and so do two acceptances that could take the same time of one member.
 */
export const lockBookingSides = async (tx: Tx, memberIds: readonly string[]): Promise<void> => {
  for (const memberId of memberIds.toSorted()) await lockName(tx, `booking:${memberId}`)
}

export const lockBooking = async (tx: Tx, id: string): Promise<BookingRecord | null> => {
  const row = await tx.selectFrom('booking').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? recordOf(row) : null
}

/** False when a booking of this id is there already. */
export const insertBooking = async (tx: Tx, booking: BookingRecord): Promise<boolean> => {
  const inserted = await tx
    .insertInto('booking')
    .values({
      id: booking.id,
      caller_id: booking.callerId,
      broadcaster_id: booking.broadcasterId,
      kind: booking.kind,
      note: booking.note,
      ...columnsOf(booking.state),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const saveBooking = async (tx: Tx, id: string, state: BookingState): Promise<void> => {
  await tx
    .updateTable('booking')
    .set({ ...columnsOf(state), changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
