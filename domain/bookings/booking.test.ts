import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BookingPhase, bookingPhases, bookingSides } from '#contract/bookings/bookings.ts'
import {
  type BookingEvent,
  type BookingState,
  bookingStep,
  endOf,
  isOpenBooking,
  nextTickAt,
  outcomeOf,
} from './booking.ts'
import { bookingGridMs } from './proposal.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 23, 12, 0)
const proposed: BookingState = {
  phase: 'proposed',
  proposedBy: 'caller',
  startsAt: start,
  minutes: 20,
  isRemindedSoon: false,
  isRemindedNow: false,
  outcome: null,
}
const early = start - 24 * 60 * minute

const stateAfter = (events: readonly [BookingEvent, number?][], from = proposed) =>
  events.reduce<BookingState>((state, [event, now = early]) => {
    const step = bookingStep(state, event, now)
    return 'refused' in step ? state : step.state
  }, from)
const tick: BookingEvent = { type: 'tick', rings: [] }
const accept = { type: 'accept', by: 'broadcaster', startsAt: start } as const

const side = fc.constantFrom(...bookingSides)
const instant = fc.integer({ min: -100, max: 100 }).map((quarters) => start + quarters * bookingGridMs)
const event: fc.Arbitrary<BookingEvent> = fc.oneof(
  fc.record({ type: fc.constant('accept' as const), by: side, startsAt: instant }),
  fc.record({ type: fc.constant('accept' as const), by: side, startsAt: fc.constant(start) }),
  fc.record({ type: fc.constant('decline' as const), by: side }),
  fc.record({ type: fc.constant('counter' as const), by: side, startsAt: instant }),
  fc.record({ type: fc.constant('cancel' as const), by: side }),
  fc.constant({ type: 'close' as const }),
  fc.record({
    type: fc.constant('tick' as const),
    rings: fc.array(fc.record({ by: side, isConnected: fc.boolean() }), { maxLength: 3 }),
  }),
)
/** A history: each event so many minutes after the one before. */
const history = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 600 })), { maxLength: 12 })

const rank: Record<BookingPhase, number> = {
  proposed: 0,
  accepted: 1,
  declined: 2,
  cancelled: 2,
  expired: 2,
  over: 2,
}

describe('any history', () => {
  it('never leaves a final phase or goes back, and reminds each side at most once of each moment', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state = proposed
        let now = early
        const notified: string[] = []
        for (const [next, laterMinutes] of events) {
          now += laterMinutes * minute
          const step = bookingStep(state, next, now)
          if ('refused' in step) continue
          expect(rank[step.state.phase]).toBeGreaterThanOrEqual(rank[state.phase])
          if (!isOpenBooking(state)) expect(step).toEqual({ state, notices: [] })
          if (state.phase === step.state.phase && next.type !== 'tick' && next.type !== 'counter')
            expect(step.notices).toEqual([])
          notified.push(...step.notices.map(({ to, moment }) => `${to}:${moment}`))
          state = step.state
          expect(nextTickAt(state) !== null).toBe(isOpenBooking(state))
          expect(state.outcome !== null).toBe(state.phase === 'over')
        }
        expect(new Set(notified).size).toBe(notified.length)
      }),
    )
  })

  it('is accepted only by the side that did not propose the time, at the time that side saw', () => {
    fc.assert(
      fc.property(history, event, (events, last) => {
        const state = stateAfter(events.map(([one]) => [one]))
        const step = bookingStep(state, last, early)
        if ('refused' in step || state.phase === 'accepted' || step.state.phase !== 'accepted') return
        expect(last).toEqual({
          type: 'accept',
          by: state.proposedBy === 'caller' ? 'broadcaster' : 'caller',
          startsAt: state.startsAt,
        })
      }),
    )
  })

  it('answers the same event again without a second notice', () => {
    fc.assert(
      fc.property(history, event, (events, last) => {
        const once = bookingStep(stateAfter(events.map(([one]) => [one])), last, early)
        if ('refused' in once) return
        expect(bookingStep(once.state, last, early)).toEqual({ state: once.state, notices: [] })
      }),
    )
  })

  it('ends by ticks alone, each at the moment that the one before announced', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state = stateAfter(events.map(([one]) => [one]))
        let ticks = 0
        for (let at = nextTickAt(state); at !== null; at = nextTickAt(state)) {
          state = stateAfter([[tick, at]], state)
          ticks += 1
          expect(ticks).toBeLessThan(5)
        }
        expect(isOpenBooking(state)).toBe(false)
      }),
    )
  })
})

const allEvents: Record<string, BookingEvent> = {
  'accept by the broadcaster': accept,
  'accept by the caller': { ...accept, by: 'caller' },
  'decline by the broadcaster': { type: 'decline', by: 'broadcaster' },
  'decline by the caller': { type: 'decline', by: 'caller' },
  'counter by the broadcaster': { type: 'counter', by: 'broadcaster', startsAt: start + bookingGridMs },
  'counter by the caller': { type: 'counter', by: 'caller', startsAt: start + bookingGridMs },
  'cancel by the caller': { type: 'cancel', by: 'caller' },
  'cancel by the broadcaster': { type: 'cancel', by: 'broadcaster' },
  close: { type: 'close' },
}
/** What every event does in every phase, for a time that the caller proposed; `=` changes nothing. */
const table: Record<string, Record<BookingPhase, string>> = {
  'accept by the broadcaster': row(
    'accepted',
    '=',
    'bookingGone',
    'bookingGone',
    'bookingGone',
    'bookingGone',
  ),
  'accept by the caller': row('forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden'),
  'decline by the broadcaster': row(
    'declined',
    'bookingGone',
    '=',
    'bookingGone',
    'bookingGone',
    'bookingGone',
  ),
  'decline by the caller': row('forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden'),
  'counter by the broadcaster': row(
    'proposed',
    'bookingGone',
    'bookingGone',
    'bookingGone',
    'bookingGone',
    'bookingGone',
  ),
  'counter by the caller': row('forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden'),
  'cancel by the caller': row('cancelled', 'cancelled', 'bookingGone', '=', 'bookingGone', 'bookingGone'),
  'cancel by the broadcaster': row(
    'cancelled',
    'cancelled',
    'bookingGone',
    '=',
    'bookingGone',
    'bookingGone',
  ),
  close: row('cancelled', 'cancelled', '=', '=', '=', '='),
}
function row(...results: string[]): Record<BookingPhase, string> {
  return Object.fromEntries(bookingPhases.map((phase, nth) => [phase, results[nth]])) as Record<
    BookingPhase,
    string
  >
}

describe.each(Object.keys(table))('%s', (name) => {
  it.each(bookingPhases)('of a booking that is %s', (phase) => {
    const state: BookingState = { ...proposed, phase, outcome: phase === 'over' ? 'met' : null }
    const step = bookingStep(state, allEvents[name] as BookingEvent, early)
    const result = 'refused' in step ? step.refused : step.state === state ? '=' : step.state.phase
    expect(result).toBe(table[name]?.[phase])
  })
})

describe('time', () => {
  it('reminds both ten minutes before and at the time, and closes the booking after its length', () => {
    const accepted = stateAfter([[accept]])
    const step = (state: BookingState, now: number) => {
      const next = bookingStep(state, tick, now)
      if ('refused' in next) throw new Error(next.refused)
      return next
    }
    expect(step(accepted, start - 10 * minute - 1).notices).toEqual([])
    const soon = step(accepted, start - 10 * minute)
    expect(soon.notices).toEqual([
      { to: 'caller', moment: 'soon' },
      { to: 'broadcaster', moment: 'soon' },
    ])
    const begun = step(soon.state, start)
    expect(begun.notices.map(({ moment }) => moment)).toEqual(['starting', 'starting'])
    expect(step(begun.state, endOf(accepted) - 1).state.phase).toBe('accepted')
    expect(step(begun.state, endOf(accepted)).state).toMatchObject({ phase: 'over', outcome: 'noCall' })
  })

  it('announces nothing that is past: after a downtime only what is still to come', () => {
    const accepted = stateAfter([[accept]])
    const late = bookingStep(accepted, tick, start + minute)
    expect('notices' in late && late.notices.map(({ moment }) => moment)).toEqual(['starting', 'starting'])
    const tooLate = bookingStep(accepted, tick, endOf(accepted))
    expect('notices' in tooLate && tooLate.notices).toEqual([])
  })

  it('expires a proposal at its time, and refuses its acceptance then', () => {
    expect(stateAfter([[tick, start]]).phase).toBe('expired')
    expect(bookingStep(proposed, accept, start)).toEqual({ refused: 'bookingTimeWrong' })
  })
})

it('an acceptance of an earlier proposal is refused after another time was proposed', () => {
  const countered = stateAfter([[allEvents['counter by the broadcaster'] as BookingEvent]])
  expect(bookingStep(countered, { ...accept, by: 'caller' }, early)).toEqual({ refused: 'bookingChanged' })
  expect(
    bookingStep(countered, { ...accept, by: 'caller', startsAt: countered.startsAt }, early),
  ).toMatchObject({ state: { phase: 'accepted' } })
})

it.each([
  [[], 'noCall'],
  [[{ by: 'caller', isConnected: false }], 'broadcasterAbsent'],
  [[{ by: 'broadcaster', isConnected: false }], 'callerAbsent'],
  [
    [
      { by: 'caller', isConnected: false },
      { by: 'broadcaster', isConnected: false },
    ],
    'noCall',
  ],
  [
    [
      { by: 'caller', isConnected: false },
      { by: 'broadcaster', isConnected: true },
    ],
    'met',
  ],
] as const)('%o: %s', (rings, outcome) => {
  expect(outcomeOf(rings)).toBe(outcome)
})
