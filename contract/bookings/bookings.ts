import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, memberId, nothing, success } from '#contract/core/shared.ts'

/** Graphemes of the message that comes with a proposal. */
export const bookingNoteMax = 100

export const bookingSides = ['caller', 'broadcaster'] as const
export type BookingSide = (typeof bookingSides)[number]

/** `proposed` waits for the side that didn't propose the time. `expired`: nobody answered before the time. */
export const bookingPhases = ['proposed', 'accepted', 'declined', 'cancelled', 'expired', 'over'] as const
export type BookingPhase = (typeof bookingPhases)[number]

/**
 * What became of an accepted booking: both spoke; one side rang and the other didn't come; nobody rang. It has no
 * consequence.
 */
export const bookingOutcomes = ['met', 'callerAbsent', 'broadcasterAbsent', 'noCall'] as const
export type BookingOutcome = (typeof bookingOutcomes)[number]

/** What members are notified of. */
export const bookingMoments = [
  'proposed',
  'countered',
  'accepted',
  'declined',
  'cancelled',
  'soon',
  'starting',
] as const
export type BookingMoment = (typeof bookingMoments)[number]

export const booking = z.object({
  bookingId: commandId,
  /** The viewer's side. */
  side: z.enum(bookingSides),
  partner: z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) }),
  kind: z.enum(callKinds),
  minutes: z.int(),
  startsAt: instant,
  note: z.string(),
  phase: z.enum(bookingPhases),
  proposedBy: z.enum(bookingSides),
  /** Null before it is over. */
  outcome: z.nullable(z.enum(bookingOutcomes)),
  /** The broadcaster's price of that kind now, which a call would have; null: the kind isn't accepted any more. */
  ratePointsPerMin: z.nullable(z.int()),
})
export type Booking = z.infer<typeof booking>

const changed = z.object({ type: success, booking })
/** A fraction of a second could go on without end. */
const wantedTime = z.iso.datetime().check(z.regex(/^(?!0000)/), z.maxLength(30))
const bookingInput = z.object({ bookingId: commandId })

/** Bookings of a time for a call, with the broadcaster's consent (product.md, section 11). No points are held for them. */
export const bookingsEndpoints = {
  getBookings: defineEndpoint({
    method: 'POST',
    path: '/api/get-bookings',
    access: 'session',
    summary: "The member's bookings: open ones by time, then those of the last 30 days, the latest first",
    input: nothing,
    output: z.object({
      type: success,
      bookings: z.array(booking),
      /** Whether callers may propose times; null for a member who is no broadcaster. */
      isOpen: z.nullable(z.boolean()),
    }),
    refusals: [],
  }),
  getBookingOffer: defineEndpoint({
    method: 'POST',
    path: '/api/get-booking-offer',
    access: 'session',
    summary: 'Whether the caller may propose a time to this broadcaster',
    input: z.object({ partnerId: memberId }),
    output: z.object({ type: success, isOpen: z.boolean() }),
    refusals: ['notFound'],
  }),
  proposeBooking: defineEndpoint({
    method: 'POST',
    path: '/api/propose-booking',
    access: 'session',
    summary: 'Proposes a time to a broadcaster; the same id again is the same proposal',
    input: z.object({
      bookingId: commandId,
      partnerId: memberId,
      kind: z.enum(callKinds),
      minutes: z.int(),
      startsAt: wantedTime,
      note: z._default(z.string().check(z.maxLength(40 * bookingNoteMax)), ''),
      /** The caller was warned about this message and sends it nevertheless. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: changed,
    takesText: true,
    refusals: [
      'forbidden',
      'notFound',
      'underAge',
      'callKindRefused',
      'bookingTimeWrong',
      'bookingNoteWrong',
      'bookingsClosed',
      'bookingTooMany',
      'bookingTaken',
      'proposalTooOften',
      'contactWarning',
      'contactRefused',
      'idempotencyMismatch',
    ],
  }),
  acceptBooking: defineEndpoint({
    method: 'POST',
    path: '/api/accept-booking',
    access: 'session',
    summary: 'Accepts the proposed time that the member has seen',
    input: z.extend(bookingInput, { startsAt: wantedTime }),
    output: changed,
    refusals: ['notFound', 'forbidden', 'bookingGone', 'bookingChanged', 'bookingTimeWrong', 'bookingTaken'],
  }),
  declineBooking: defineEndpoint({
    method: 'POST',
    path: '/api/decline-booking',
    access: 'session',
    summary: 'Declines a proposed time',
    input: bookingInput,
    output: changed,
    refusals: ['notFound', 'forbidden', 'bookingGone'],
  }),
  counterBooking: defineEndpoint({
    method: 'POST',
    path: '/api/counter-booking',
    access: 'session',
    summary: 'The broadcaster proposes another time in place of the proposed one',
    input: z.extend(bookingInput, { startsAt: wantedTime }),
    output: changed,
    refusals: ['notFound', 'forbidden', 'bookingGone', 'bookingTimeWrong', 'bookingTaken'],
  }),
  cancelBooking: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-booking',
    access: 'session',
    summary: 'Takes back a proposal, or cancels an accepted booking; either side may',
    input: bookingInput,
    output: changed,
    refusals: ['notFound', 'bookingGone'],
  }),
  updateBookingSetting: defineEndpoint({
    method: 'POST',
    path: '/api/update-booking-setting',
    access: 'session',
    summary: 'A broadcaster switches proposals on or off; bookings made before stay',
    input: z.object({ isOpen: z.boolean() }),
    output: z.object({ type: success, isOpen: z.boolean() }),
    refusals: ['forbidden'],
  }),
}
