import { expect, it } from 'vitest'
import { bookingNoteMax } from '#contract/bookings/bookings.ts'
import { decideProposal, isOverlapping, type ProposalFacts, readBookingNote } from './proposal.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 22, 12, 0)
const hour = { startsAt: now + 60 * minute, minutes: 20 }
const free: ProposalFacts = { rate: 200, isOpen: true, openWithPartner: 0, open: 0, taken: [] }
const refused = (code: string) => ({ refused: code })

it.each([
  [15, null],
  [14, 'bookingTimeWrong'],
  [0, 'bookingTimeWrong'],
  [20, 'bookingTimeWrong'],
  [14 * 24 * 60, null],
  [14 * 24 * 60 + 15, 'bookingTimeWrong'],
])('a time %i minutes ahead: %s', (ahead, code) => {
  const answer = decideProposal({ startsAt: now + ahead * minute, minutes: 10 }, free, now)
  expect(answer).toEqual(code === null ? null : refused(code))
})

it.each<[Partial<ProposalFacts>, string | null]>([
  [{ rate: null }, 'callKindRefused'],
  [{ isOpen: false }, 'bookingsClosed'],
  [{ openWithPartner: 2 }, null],
  [{ openWithPartner: 3 }, 'bookingTooMany'],
  [{ open: 9 }, null],
  [{ open: 10 }, 'bookingTooMany'],
  [{ taken: [{ startsAt: hour.startsAt + 15 * minute, minutes: 10 }] }, 'bookingTaken'],
  [{ taken: [{ startsAt: hour.startsAt - 30 * minute, minutes: 30 }] }, null],
])('%o: %s', (facts, code) => {
  expect(decideProposal(hour, { ...free, ...facts }, now)).toEqual(code === null ? null : refused(code))
})

it('refuses a length that is not offered', () => {
  expect(decideProposal({ ...hour, minutes: 25 }, free, now)).toEqual(refused('bookingTimeWrong'))
})

it('compares times in both directions; touching ones are apart', () => {
  const later = { startsAt: hour.startsAt + 15 * minute, minutes: 10 }
  expect([isOverlapping(hour, later), isOverlapping(later, hour)]).toEqual([true, true])
  expect(isOverlapping(hour, { startsAt: hour.startsAt + 20 * minute, minutes: 10 })).toBe(false)
})

it('takes a short message, or none', () => {
  expect(readBookingNote('  よろしくお願いします \n')).toBe('よろしくお願いします')
  expect(readBookingNote('')).toBe('')
  expect(readBookingNote('あ'.repeat(bookingNoteMax + 1))).toEqual(refused('bookingNoteWrong'))
})
