import { sql } from 'kysely'
import type { BookingSide } from '#contract/bookings/bookings.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type BookingEvent, type BookingRefusal, bookingStep, endOf } from '#domain/bookings/booking.ts'
import { isOverlapping } from '#domain/bookings/proposal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { addBookingNotices, type BookingNotice, pushBookingNotices } from '../booking-notices.ts'
import {
  type BookingRecord,
  findBooking,
  lockBooking,
  lockBookingSides,
  memberOf,
  saveBooking,
  sideOf,
} from '../booking-record.ts'
import { bookedRings, takenTimes } from '../queries.ts'

/** What a member asks for; the side is looked up. */
export type BookingRequest =
  | { type: 'accept'; startsAt: number }
  | { type: 'decline' }
  | { type: 'counter'; startsAt: number }
  | { type: 'cancel' }

type EventRefusal = BookingRefusal | 'notFound' | 'bookingTaken'

export const databaseNow = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ nowMs: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`.execute(tx)
  return rows[0]?.nowMs ?? Date.now()
}

/**
 * A member's request about a booking. To anybody but its two sides, and across a block, there is no such booking. The
 * order of the refusals: notFound, those of the machine, bookingTaken.
 */
export const applyBookingRequest = (
  context: Context,
  memberId: string,
  bookingId: string,
  request: BookingRequest,
): Promise<null | Refusal<EventRefusal>> =>
  apply(context, bookingId, async (tx, booking) => {
    const side = sideOf(booking, memberId)
    if (!side || (await isBlockedPair(tx, booking.callerId, booking.broadcasterId))) return refuse('notFound')
    return { ...request, by: side } satisfies BookingEvent & { by: BookingSide }
  })

/** The machine's own ticks: reminders, and the end of a booking. */
export const tickBooking = async (context: Context, bookingId: string): Promise<void> => {
  await apply(context, bookingId, async (tx, booking, now) => ({
    type: 'tick',
    rings: now >= endOf(booking.state) ? await bookedRings(tx, booking) : [],
  }))
}

/** Every event of a booking: lock, decide once, save, notify, in one transaction. */
const apply = async (
  context: Context,
  bookingId: string,
  choose: (tx: Tx, booking: BookingRecord, now: number) => Promise<BookingEvent | Refusal<'notFound'>>,
): Promise<null | Refusal<EventRefusal>> => {
  // Its sides never change.
  const seen = await findBooking(context.db, bookingId)
  if (!seen) return refuse('notFound')
  const notices = await inTransaction<BookingNotice[] | Refusal<EventRefusal>>(context.db, async (tx) => {
    await lockPair(tx, seen.callerId, seen.broadcasterId)
    await lockBookingSides(tx, [seen.callerId, seen.broadcasterId])
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse('notFound')
    const now = await databaseNow(tx)
    const event = await choose(tx, booking, now)
    if ('refused' in event) return event
    const step = bookingStep(booking.state, event, now)
    if ('refused' in step) return refuse(step.refused)
    const { state, notices } = step
    if (state === booking.state) return []
    if ((event.type === 'accept' || event.type === 'counter') && (await isTaken(tx, { ...booking, state })))
      return refuse('bookingTaken')
    await saveBooking(tx, bookingId, state)
    const added = notices.map(({ to, moment }) => ({
      memberId: memberOf(booking, to),
      partnerId: memberOf(booking, to === 'caller' ? 'broadcaster' : 'caller'),
      bookingId,
      moment,
      startsAt: new Date(state.startsAt).toISOString(),
    }))
    await addBookingNotices(tx, added)
    return added
  })
  if ('refused' in notices) return notices
  pushBookingNotices(context, notices)
  return null
}

/** Another accepted booking of either side at that time. */
const isTaken = async (tx: Tx, booking: BookingRecord): Promise<boolean> => {
  const taken = await takenTimes(tx, [booking.callerId, booking.broadcasterId], booking.id)
  return taken.some((time) => isOverlapping(time, booking.state))
}
