import { sql } from 'kysely'
import { bookingGridMs } from '#domain/bookings/proposal.ts'
import { seedBookings, seedWaitingCallers } from '#seed/bookings.ts'
import { broadcasters } from '#seed/people.ts'
import { insertBooking } from '#server/bookings/booking-record.ts'
import type { Context } from '#server/context.ts'
import { seedId } from './seed-id.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const japanOffsetMs = 9 * hourMs

/** The demo's bookings, once each, and callers who wait for somebody who is offline. Nobody is notified of them. */
export const seedDemoBookings = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const midnight = Math.floor((now() + japanOffsetMs) / dayMs) * dayMs - japanOffsetMs
  await db.transaction().execute(async (tx) => {
    for (const { daysAhead, hour, phase, proposedBy, minutes, ...booking } of seedBookings) {
      const startsAt = midnight + daysAhead * dayMs + hour * hourMs
      await insertBooking(tx, {
        ...booking,
        id: seedId(`booking:${booking.callerId}:${booking.broadcasterId}`),
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
