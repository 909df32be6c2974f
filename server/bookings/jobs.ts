import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { tickBooking } from './actions/apply-booking-event.ts'
import { dueBookingIds } from './queries.ts'

/** A reminder comes at most so late. */
const tickEveryMs = 5_000
const atOnceMax = 100
/** Bookings are kept for so long after their last change. */
const keptDays = 90

/** Every process looks; the row's lock lets one of them take each step. */
export const startBookingTicks = (context: Context): Loops =>
  loop(context, 'bookings', tickEveryMs, () => tickDueBookings(context))

export const tickDueBookings = async (context: Context): Promise<void> => {
  for (const id of await dueBookingIds(context.db, atOnceMax)) {
    // One that fails doesn't hold up the others.
    await tickBooking(context, id).catch((error: unknown) =>
      context.log.error('booking-tick-failed', { bookingId: id, error }),
    )
  }
}

export const deleteOldBookings = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('booking')
    .where('due_at', 'is', null)
    .where('changed_at', '<', sql<Date>`now() - make_interval(days => ${keptDays}::int)`)
    .execute()
}
