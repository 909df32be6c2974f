import { expect, test } from 'vitest'
import { earningState, monthBounds, monthOf, monthsBetween } from './earnings.ts'

const none = { pending: 0, payable: 0, frozen: 0, requested: 0, paid: 0, taken: 0 }

test.each([
  [{ ...none, frozen: 1, pending: 5, paid: 9 }, 'frozen'],
  [{ ...none, pending: 1, payable: 5 }, 'pending'],
  [{ ...none, payable: 1, paid: 5 }, 'payable'],
  [{ ...none, requested: 1 }, 'requested'],
  [{ ...none, paid: 5, taken: 1 }, 'paid'],
  [{ ...none, taken: 1 }, 'taken'],
  [none, 'returned'],
] as const)('a line of %o is %s', (amounts, state) => {
  expect(earningState(amounts)).toBe(state)
})

test('counts months in Japanese time, one after the other without a gap', () => {
  expect(monthOf(Date.parse('2026-12-31T15:00:00Z'))).toBe('2027-01')
  const { fromMs, toMs } = monthBounds('2026-12')
  expect([monthOf(fromMs), monthOf(toMs - 1), monthOf(toMs)]).toEqual(['2026-12', '2026-12', '2027-01'])
  expect(monthsBetween(Date.parse('2026-10-31T15:00:00Z'), Date.parse('2027-01-31T14:59:59Z'))).toEqual([
    '2027-01',
    '2026-12',
    '2026-11',
  ])
})
