import type { bookingsEndpoints } from '#contract/bookings/bookings.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import { decideProposal, readBookingNote } from '#domain/bookings/proposal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { birthDateOf, isAnyClosed } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { proposalRateDecision } from '#server/safety/proposal-rate.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { addBookingNotices, type BookingNotice, pushBookingNotices } from '../booking-notices.ts'
import { type BookingRecord, findBooking, insertBooking, lockBookingSides } from '../booking-record.ts'
import { countOpenBookings, isOpenForBookings, takenTimes } from '../queries.ts'
import { databaseNow } from './apply-booking-event.ts'

type Input = InputOf<typeof bookingsEndpoints.proposeBooking>
type ProposeRefusal =
  | 'forbidden'
  | 'notFound'
  | 'underAge'
  | 'callKindRefused'
  | 'bookingTimeWrong'
  | 'bookingNoteWrong'
  | 'bookingsClosed'
  | 'bookingTooMany'
  | 'bookingTaken'
  | 'proposalTooOften'
  | 'contactWarning'
  | 'contactRefused'
  | 'idempotencyMismatch'

/**
 * Proposes a time to a broadcaster. The same id with the same content is the same proposal.
 *
 * The order of the refusals: forbidden (not a caller), bookingNoteWrong, notFound, idempotencyMismatch, underAge,
 * those of `decideProposal`, proposalTooOften, the contact guard's.
 */
export const proposeBooking = async (
  context: Context,
  viewer: Viewer,
  input: Input,
): Promise<null | Refusal<ProposeRefusal>> => {
  if (viewer.role !== 'caller') return refuse('forbidden')
  const note = readBookingNote(input.note)
  if (isRefusal(note)) return note
  const booking: BookingRecord = {
    id: input.bookingId,
    callerId: viewer.memberId,
    broadcasterId: input.partnerId,
    kind: input.kind,
    note,
    state: {
      phase: 'proposed',
      proposedBy: 'caller',
      startsAt: Date.parse(input.startsAt),
      minutes: input.minutes,
      isRemindedSoon: false,
      isRemindedNow: false,
      outcome: null,
    },
  }
  const notices = await inTransaction<BookingNotice[] | Refusal<ProposeRefusal>>(context.db, async (tx) => {
    const refused = await decideInTx(context, tx, booking, input.isWarned)
    if (refused === 'repeated') return []
    if (refused) return refused
    if (!(await insertBooking(tx, booking))) return refuse('idempotencyMismatch')
    const added: BookingNotice[] = [
      {
        memberId: booking.broadcasterId,
        partnerId: booking.callerId,
        bookingId: booking.id,
        moment: 'proposed',
        startsAt: new Date(booking.state.startsAt).toISOString(),
      },
    ]
    await addBookingNotices(tx, added)
    return added
  })
  if (isRefusal(notices)) return notices
  pushBookingNotices(context, notices)
  return null
}

const decideInTx = async (
  { now }: Context,
  tx: Tx,
  booking: BookingRecord,
  isWarned: boolean,
): Promise<null | 'repeated' | Refusal<ProposeRefusal>> => {
  const { callerId, broadcasterId, kind, note, state } = booking
  await lockPair(tx, callerId, broadcasterId)
  await lockBookingSides(tx, [callerId, broadcasterId])
  const terms = await callingTerms(tx, broadcasterId, now())
  if (terms?.role !== 'broadcaster' || terms.isUnderAge) return refuse('notFound')
  if (await isBlockedPair(tx, callerId, broadcasterId)) return refuse('notFound')
  if (await isAnyClosed(tx, [callerId, broadcasterId])) return refuse('notFound')
  const known = await findBooking(tx, booking.id)
  if (known) return isSame(known, booking) ? 'repeated' : refuse('idempotencyMismatch')
  if (isUnderAge(await birthDateOf(tx, callerId), now())) return refuse('underAge')
  const facts = {
    rate: terms.rates[kind],
    isOpen: await isOpenForBookings(tx, broadcasterId),
    taken: await takenTimes(tx, [callerId, broadcasterId], booking.id),
    ...(await countOpenBookings(tx, callerId, broadcasterId)),
  }
  const refused = decideProposal(state, facts, await databaseNow(tx))
  if (refused) return refused
  const tooOften = await proposalRateDecision(tx, 'booking', callerId, broadcasterId)
  if (tooOften) return tooOften
  return note === '' ? null : contactGuardDecision(tx, { text: note, isWarned })
}

/** The time may have changed since, by the broadcaster's counter proposal. */
const isSame = (known: BookingRecord, proposed: BookingRecord): boolean =>
  known.callerId === proposed.callerId &&
  known.broadcasterId === proposed.broadcasterId &&
  known.kind === proposed.kind &&
  known.note === proposed.note &&
  known.state.minutes === proposed.state.minutes
