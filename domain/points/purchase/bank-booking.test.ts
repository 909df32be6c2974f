import { expect, test } from 'vitest'
import { bookingNeedsTwo } from './bank-booking.ts'

test.each([
  ['the price, within both limits', 5_000, 5_000, 25_000, false],
  ['more than one books at a time', 10_000, 10_000, 0, true],
  ['more than one books in a day', 5_000, 5_000, 25_001, true],
  ['more than the price', 3_000, 1_000, 0, true],
  ['less than the price', 999, 1_000, 0, true],
])('%s', (_, amountYen, priceYen, bookedAloneYen, needsTwo) => {
  expect(bookingNeedsTwo({ amountYen, priceYen, bookedAloneYen })).toBe(needsTwo)
})
