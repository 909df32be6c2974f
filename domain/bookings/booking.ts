import type { BookingMoment, BookingOutcome, BookingPhase, BookingSide } from '#contract/bookings/bookings.ts'
import { isBookable, remindBeforeMs } from './proposal.ts'

/**
 * The machine of a booking (product.md, section 11). Pure: every instant is in milliseconds of the database's clock. One event
 * is one transaction; who is notified of an event is in its answer.
 */
export interface BookingState {
  phase: BookingPhase
  /** Who proposed the time as it stands; the other side answers. */
  proposedBy: BookingSide
  startsAt: number
  minutes: number
  /** Both were reminded that it begins soon, and that it begins. */
  isRemindedSoon: boolean
  isRemindedNow: boolean
  outcome: BookingOutcome | null
}

export type BookingEvent =
  | { type: 'accept'; by: BookingSide; startsAt: number }
  | { type: 'decline'; by: BookingSide }
  | { type: 'counter'; by: BookingSide; startsAt: number }
  | { type: 'cancel'; by: BookingSide }
  /** A block, or a side that leaves. */
  | { type: 'close' }
  /** `rings`: those between the two around the booked time. */
  | { type: 'tick'; rings: readonly BookedRing[] }

export interface BookedRing {
  by: BookingSide
  isConnected: boolean
}

/** A notice to one side about the booking. */
export interface BookingNotice {
  to: BookingSide
  moment: BookingMoment
}

export type BookingRefusal = 'forbidden' | 'bookingGone' | 'bookingChanged' | 'bookingTimeWrong'

export type BookingStep = { state: BookingState; notices: BookingNotice[] } | { refused: BookingRefusal }

const other = (side: BookingSide): BookingSide => (side === 'caller' ? 'broadcaster' : 'caller')
const both = (moment: BookingMoment): BookingNotice[] => [
  { to: 'caller', moment },
  { to: 'broadcaster', moment },
]

export const isOpenBooking = ({ phase }: Pick<BookingState, 'phase'>): boolean =>
  phase === 'proposed' || phase === 'accepted'

export const endOf = ({ startsAt, minutes }: Pick<BookingState, 'startsAt' | 'minutes'>): number =>
  startsAt + minutes * 60_000

const stay = (state: BookingState): BookingStep => ({ state, notices: [] })
const go = (
  state: BookingState,
  change: Partial<BookingState>,
  notices: BookingNotice[] = [],
): BookingStep => ({ state: { ...state, ...change }, notices })

const accept = (
  state: BookingState,
  { by, startsAt }: { by: BookingSide; startsAt: number },
  now: number,
) => {
  if (by === state.proposedBy) return { refused: 'forbidden' } as const
  // Its answer was lost the first time.
  if (state.phase === 'accepted' && startsAt === state.startsAt) return stay(state)
  if (state.phase !== 'proposed') return { refused: 'bookingGone' } as const
  if (startsAt !== state.startsAt) return { refused: 'bookingChanged' } as const
  if (now >= state.startsAt) return { refused: 'bookingTimeWrong' } as const
  return go(state, { phase: 'accepted' }, [{ to: other(by), moment: 'accepted' }])
}

const decline = (state: BookingState, by: BookingSide): BookingStep => {
  if (by === state.proposedBy) return { refused: 'forbidden' }
  if (state.phase === 'declined') return stay(state)
  if (state.phase !== 'proposed') return { refused: 'bookingGone' }
  return go(state, { phase: 'declined' }, [{ to: other(by), moment: 'declined' }])
}

/** Only the broadcaster proposes another time, once: the caller accepts it, declines, or proposes anew. */
const counter = (
  state: BookingState,
  { by, startsAt }: { by: BookingSide; startsAt: number },
  now: number,
): BookingStep => {
  if (by !== 'broadcaster') return { refused: 'forbidden' }
  if (state.phase !== 'proposed') return { refused: 'bookingGone' }
  if (state.proposedBy === 'broadcaster')
    return startsAt === state.startsAt ? stay(state) : { refused: 'forbidden' }
  if (!isBookable(startsAt, now)) return { refused: 'bookingTimeWrong' }
  return go(state, { proposedBy: 'broadcaster', startsAt }, [{ to: 'caller', moment: 'countered' }])
}

const cancel = (state: BookingState, by: BookingSide): BookingStep => {
  if (state.phase === 'cancelled') return stay(state)
  if (!isOpenBooking(state)) return { refused: 'bookingGone' }
  return go(state, { phase: 'cancelled' }, [{ to: other(by), moment: 'cancelled' }])
}

/** What the rings say. A side that rang was there; without any ring nobody is named. */
export const outcomeOf = (rings: readonly BookedRing[]): BookingOutcome => {
  if (rings.some(({ isConnected }) => isConnected)) return 'met'
  const [caller, broadcaster] = [
    rings.some(({ by }) => by === 'caller'),
    rings.some(({ by }) => by === 'broadcaster'),
  ]
  if (caller === broadcaster) return 'noCall'
  return caller ? 'broadcasterAbsent' : 'callerAbsent'
}

/** A reminder that is too late isn't sent: a process that was down doesn't announce what is over. */
const tick = (state: BookingState, rings: readonly BookedRing[], now: number): BookingStep => {
  if (state.phase === 'proposed') return now >= state.startsAt ? go(state, { phase: 'expired' }) : stay(state)
  if (state.phase !== 'accepted') return stay(state)
  if (now >= endOf(state)) return go(state, { phase: 'over', outcome: outcomeOf(rings) })
  if (now >= state.startsAt)
    return state.isRemindedNow
      ? stay(state)
      : go(state, { isRemindedSoon: true, isRemindedNow: true }, both('starting'))
  if (now >= state.startsAt - remindBeforeMs && !state.isRemindedSoon)
    return go(state, { isRemindedSoon: true }, both('soon'))
  return stay(state)
}

export const bookingStep = (state: BookingState, event: BookingEvent, now: number): BookingStep => {
  switch (event.type) {
    case 'accept':
      return accept(state, event, now)
    case 'decline':
      return decline(state, event.by)
    case 'counter':
      return counter(state, event, now)
    case 'cancel':
      return cancel(state, event.by)
    case 'close':
      return isOpenBooking(state) ? go(state, { phase: 'cancelled' }) : stay(state)
    case 'tick':
      return tick(state, event.rings, now)
  }
}

/** When the booking next wants a tick, in milliseconds; null when nothing is to come. */
export const nextTickAt = (state: BookingState): number | null => {
  if (state.phase === 'proposed') return state.startsAt
  if (state.phase !== 'accepted') return null
  if (!state.isRemindedSoon) return state.startsAt - remindBeforeMs
  return state.isRemindedNow ? endOf(state) : state.startsAt
}
