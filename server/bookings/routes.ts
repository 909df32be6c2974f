import type { Booking, bookingsEndpoints } from '#contract/bookings/bookings.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { findVisiblePerson } from '#server/people/queries.ts'
import { applyBookingRequest, type BookingRequest } from './actions/apply-booking-event.ts'
import { proposeBooking } from './actions/propose-booking.ts'
import { updateBookingSetting } from './actions/update-booking-setting.ts'
import { bookingsOf, isOpenForBookings } from './queries.ts'

/** The booking as the viewer sees it after a change, unless the change was refused. */
const changed = async <Code extends Refusal['refused']>(
  { db }: Context,
  { memberId }: Viewer,
  bookingId: string,
  refused: null | Refusal<Code>,
): Promise<{ type: 'success'; booking: Booking } | Refusal<Code | 'notFound'>> => {
  if (refused) return refused
  const [booking] = await bookingsOf(db, memberId, bookingId)
  return booking ? { type: 'success', booking } : refuse('notFound')
}

const request = async (context: Context, viewer: Viewer, bookingId: string, wanted: BookingRequest) =>
  changed(context, viewer, bookingId, await applyBookingRequest(context, viewer.memberId, bookingId, wanted))

/** The machine refuses each event only with what its endpoint declares. */
type Narrowed<Code extends Refusal['refused']> = Promise<
  { type: 'success'; booking: Booking } | Refusal<Code>
>

export const bookingsHandlers: HandlersOf<typeof bookingsEndpoints> = {
  getBookings: async ({ context, viewer }) => ({
    type: 'success',
    bookings: await bookingsOf(context.db, viewer.memberId),
    isOpen: viewer.role === 'broadcaster' ? await isOpenForBookings(context.db, viewer.memberId) : null,
  }),

  getBookingOffer: async ({ context, viewer, input }) => {
    const person = await findVisiblePerson(context.db, viewer, input.partnerId)
    if (person?.role !== 'broadcaster') return refuse('notFound')
    const isOpen = viewer.role === 'caller' && (await isOpenForBookings(context.db, person.id))
    return { type: 'success', isOpen }
  },

  proposeBooking: async ({ context, viewer, input }) =>
    changed(context, viewer, input.bookingId, await proposeBooking(context, viewer, input)),

  acceptBooking: ({ context, viewer, input }) =>
    request(context, viewer, input.bookingId, { type: 'accept', startsAt: Date.parse(input.startsAt) }),

  declineBooking: ({ context, viewer, input }) =>
    request(context, viewer, input.bookingId, { type: 'decline' }) as Narrowed<
      'notFound' | 'forbidden' | 'bookingGone'
    >,

  counterBooking: ({ context, viewer, input }) =>
    request(context, viewer, input.bookingId, {
      type: 'counter',
      startsAt: Date.parse(input.startsAt),
    }) as Narrowed<'notFound' | 'forbidden' | 'bookingGone' | 'bookingTimeWrong' | 'bookingTaken'>,

  cancelBooking: ({ context, viewer, input }) =>
    request(context, viewer, input.bookingId, { type: 'cancel' }) as Narrowed<'notFound' | 'bookingGone'>,

  updateBookingSetting: ({ context, viewer, input }) => updateBookingSetting(context, viewer, input.isOpen),
}
