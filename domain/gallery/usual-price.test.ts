import { expect, it } from 'vitest'
import { unusualPrice, usualPrices } from './usual-price.ts'

const sold = { sales: 30, sellers: 5, low: 150, high: 600 }

it('a range is usual from 30 sales of five broadcasters on', () => {
  expect(usualPrices(sold)).toEqual({ from: 150, to: 600 })
  expect(usualPrices({ ...sold, sales: 29 })).toBeNull()
  expect(usualPrices({ ...sold, sellers: 4 })).toBeNull()
})

it.each([
  [0, null],
  [140, 'low'],
  [150, null],
  [600, null],
  [610, 'high'],
] as const)('%d is %s', (price, expected) => {
  expect(unusualPrice(price, usualPrices(sold))).toBe(expected)
  expect(unusualPrice(price, null)).toBeNull()
})
