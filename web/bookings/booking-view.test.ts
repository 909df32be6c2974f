import { expect, it } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { bookingView } from './booking-view.ts'

const start = Date.UTC(2026, 10, 23, 12, 0)
const minute = 60_000
const booking: Booking = {
  bookingId: '00000000-0000-4000-8000-000000000000',
  side: 'caller',
  partner: { id: '10000001', name: 'みお', avatarId: null },
  kind: 'video',
  minutes: 20,
  startsAt: new Date(start).toISOString(),
  note: '',
  phase: 'accepted',
  proposedBy: 'caller',
  outcome: null,
  ratePointsPerMin: 200,
}

it('shows the call from five minutes before until the end', () => {
  const mayCall = (at: number) => bookingView(booking, start + at * minute).mayCall
  expect([-6, -5, 0, 19, 20].map(mayCall)).toEqual([false, true, true, true, false])
  expect(bookingView({ ...booking, phase: 'proposed' }, start).mayCall).toBe(false)
})

it('asks the side that did not propose the time, until it has come', () => {
  const seen = { ...booking, phase: 'proposed', side: 'broadcaster' } as const
  expect(bookingView(seen, start - minute)).toMatchObject({
    mustAnswer: true,
    mayCounter: true,
    mayCancel: false,
  })
  expect(bookingView(seen, start)).toMatchObject({ mustAnswer: false })
  const countered = { ...booking, phase: 'proposed', proposedBy: 'broadcaster' } as const
  expect(bookingView(countered, start - minute)).toMatchObject({ mustAnswer: true, mayCounter: false })
  expect(bookingView({ ...booking, phase: 'proposed' }, start - minute)).toMatchObject({
    mustAnswer: false,
    mayCancel: true,
    state: '返事を待っています',
  })
})

it('tells each side what became of it, without blame', () => {
  const over = { ...booking, phase: 'over', outcome: 'broadcasterAbsent' } as const
  expect(bookingView(over, start).state).toBe('発信しましたが、つながりませんでした')
  expect(bookingView({ ...over, side: 'broadcaster' }, start).state).toBe(
    'お相手からの着信に、つながりませんでした',
  )
})
