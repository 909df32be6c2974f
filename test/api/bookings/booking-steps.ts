import { randomUUID } from 'node:crypto'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Person } from '#test/helpers/test-world.ts'

const quarterMs = 15 * 60_000
/** A time on the grid, at least an hour and so many quarters ahead. */
export const ahead = (quarters = 0): string =>
  new Date((Math.ceil(Date.now() / quarterMs) + 4 + quarters) * quarterMs).toISOString()

export const wish = (broadcaster: Person, more: object = {}) => ({
  bookingId: randomUUID() as string,
  partnerId: broadcaster.id,
  kind: 'video' as const,
  minutes: 20,
  startsAt: ahead(),
  ...more,
})
export const bookingIn = (answer: object): Booking => {
  if (!('booking' in answer)) throw new Error(JSON.stringify(answer))
  return answer.booking as Booking
}
export const bookingsOf = async (person: Person): Promise<Booking[]> => {
  const answer = await person.request('getBookings', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.bookings
}
