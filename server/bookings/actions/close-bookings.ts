import { bookingStep } from '#domain/bookings/booking.ts'
import type { Tx } from '#server/db/database.ts'
import { addBookingNotices } from '../booking-notices.ts'
import { lockBooking, lockBookingSides, memberOf, saveBooking, sideOf } from '../booking-record.ts'

/** Open bookings of a member, or of a member with one partner. */
const openIds = async (tx: Tx, memberId: string, partnerId?: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('booking')
    .select('id')
    .where((column) =>
      column.or([
        column.and([
          column('caller_id', '=', memberId),
          ...(partnerId === undefined ? [] : [column('broadcaster_id', '=', partnerId)]),
        ]),
        column.and([
          column('broadcaster_id', '=', memberId),
          ...(partnerId === undefined ? [] : [column('caller_id', '=', partnerId)]),
        ]),
      ]),
    )
    .where('due_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const close = async (tx: Tx, bookingId: string) => {
  const booking = await lockBooking(tx, bookingId)
  const step = booking && bookingStep(booking.state, { type: 'close' }, 0)
  if (!booking || !step || 'refused' in step || step.state === booking.state) return null
  await saveBooking(tx, bookingId, step.state)
  return booking
}

/** With a block: both sides lose sight of each other, and no notice says why. */
export const closeBookingsOfPair = async (tx: Tx, memberId: string, partnerId: string): Promise<void> => {
  for (const id of await openIds(tx, memberId, partnerId)) await close(tx, id)
}

/** With an account that is deactivated: the partners are told that the booking is cancelled. */
export const closeBookingsOf = async (tx: Tx, memberId: string): Promise<void> => {
  // No new proposal begins before the account is closed.
  await lockBookingSides(tx, [memberId])
  for (const id of await openIds(tx, memberId)) {
    const closed = await close(tx, id)
    if (!closed) continue
    const partnerId = memberOf(closed, sideOf(closed, memberId) === 'caller' ? 'broadcaster' : 'caller')
    const startsAt = new Date(closed.state.startsAt).toISOString()
    await addBookingNotices(tx, [
      { memberId: partnerId, partnerId: memberId, bookingId: id, moment: 'cancelled', startsAt },
    ])
  }
}

/** Deletes the bookings and the setting of a person who is erased. */
export const eraseBookings = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .deleteFrom('booking')
    .where((column) =>
      column.or([column('caller_id', '=', memberId), column('broadcaster_id', '=', memberId)]),
    )
    .execute()
  await tx.deleteFrom('booking_setting').where('member_id', '=', memberId).execute()
}
