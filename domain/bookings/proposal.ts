import { bookingNoteMax } from '#contract/bookings/bookings.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'

const minuteMs = 60_000

/** Lengths of a booked call, in minutes. A call isn't ended by them: they say how much time both keep free. */
export const bookingMinutes = [10, 20, 30] as const

/** Times are quarters of an hour, which Japan's offset of nine hours keeps. */
export const bookingGridMs = 15 * minuteMs
/** How far ahead a time lies at most and at least. */
export const bookingAheadMaxMs = 14 * 24 * 3_600_000
const bookingAheadMinMs = 15 * minuteMs
/** Both sides are reminded so long before, and at the time itself. */
export const remindBeforeMs = 10 * minuteMs
/** A ring so long before the time counts as the booked one; the call's button appears then. */
export const bookingOpensBeforeMs = 5 * minuteMs

/** Open bookings of one caller with one broadcaster, and in all. */
const openWithOneMax = 3
const openMax = 10

/** Whether a time may be proposed now. */
export const isBookable = (startsAt: number, now: number): boolean =>
  startsAt % bookingGridMs === 0 && startsAt - now >= bookingAheadMinMs && startsAt - now <= bookingAheadMaxMs

export interface BookedTime {
  startsAt: number
  minutes: number
}

/** Two bookings may touch. */
export const isOverlapping = (one: BookedTime, other: BookedTime): boolean =>
  one.startsAt < other.startsAt + other.minutes * minuteMs &&
  other.startsAt < one.startsAt + one.minutes * minuteMs

export interface ProposalFacts {
  /** Points per minute of the wanted kind; null: not accepted. */
  rate: number | null
  /** The broadcaster takes proposals. */
  isOpen: boolean
  /** The caller's open bookings with this broadcaster, and with anybody. */
  openWithPartner: number
  open: number
  /** Accepted bookings of either side. */
  taken: readonly BookedTime[]
}

/** The message as it is stored; empty is allowed. */
export const readBookingNote = (note: string): string | Refusal<'bookingNoteWrong'> => {
  const text = publicText(note)
  return isUnprintable(note) || isLongerThan(text, bookingNoteMax) ? refuse('bookingNoteWrong') : text
}

/**
 * The order of the refusals: bookingTimeWrong (also a length that isn't offered), callKindRefused, bookingsClosed,
 * bookingTooMany, bookingTaken.
 */
export const decideProposal = (
  { startsAt, minutes }: BookedTime,
  facts: ProposalFacts,
  now: number,
): null | Refusal<
  'bookingTimeWrong' | 'callKindRefused' | 'bookingsClosed' | 'bookingTooMany' | 'bookingTaken'
> => {
  const isOffered = bookingMinutes.some((offered) => offered === minutes)
  if (!isOffered || !isBookable(startsAt, now)) return refuse('bookingTimeWrong')
  if (facts.rate === null) return refuse('callKindRefused')
  if (!facts.isOpen) return refuse('bookingsClosed')
  if (facts.openWithPartner >= openWithOneMax || facts.open >= openMax) return refuse('bookingTooMany')
  return facts.taken.some((taken) => isOverlapping(taken, { startsAt, minutes }))
    ? refuse('bookingTaken')
    : null
}
