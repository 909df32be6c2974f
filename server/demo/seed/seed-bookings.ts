import { sql } from 'kysely'
import { bookingGridMs } from '#domain/bookings/proposal.ts'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import { seedBookings, seedWaitingCallers } from '#seed/bookings.ts'
import { broadcasters } from '#seed/people.ts'
import { type BookingRecord, insertBooking } from '#server/bookings/booking-record.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { seedId } from './seed-id.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Whether these two have a booking that is still ahead. */
const isAhead = async (
  tx: Tx,
  { callerId, broadcasterId }: Pick<BookingRecord, 'callerId' | 'broadcasterId'>,
): Promise<boolean> =>
  (await tx
    .selectFrom('booking')
    .select('id')
    .where('caller_id', '=', callerId)
    .where('broadcaster_id', '=', broadcasterId)
    .where('phase', 'in', ['proposed', 'accepted'])
    .executeTakeFirst()) !== undefined

/**
 * The demo's bookings, one of each pair ahead at each start, and callers who wait for somebody who is offline. Nobody is
 * notified of them.
 */
export const seedDemoBookings = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const midnight = japaneseDayStart(now())
  await db.transaction().execute(async (tx) => {
    for (const { daysAhead, hour, phase, proposedBy, minutes, ...booking } of seedBookings) {
      if (await isAhead(tx, booking)) continue
      const startsAt = midnight + daysAhead * dayMs + hour * hourMs
      await insertBooking(tx, {
        ...booking,
        id: seedId(`booking:${booking.callerId}:${booking.broadcasterId}:${startsAt}`),
        state: {
          phase,
          proposedBy,
          startsAt: startsAt - (startsAt % bookingGridMs),
          minutes,
          isRemindedSoon: false,
          isRemindedNow: false,
          outcome: null,
        },
      })
    }
  })
  const offline = broadcasters.find(({ demoAnswers }) => !demoAnswers)
  if (!offline) return
  await sql`
    insert into availability_request (caller_id, broadcaster_id, expires_at)
    select id, ${offline.id}, now() + interval '1 day' from unnest(${seedWaitingCallers}::text[]) as waiting (id)
    on conflict do nothing`.execute(db)
}
