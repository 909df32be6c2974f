import { expect, it } from 'vitest'
import { imagePrice } from './image-price.ts'

it.each([
  ['300', 300],
  ['３００', 300],
  ['1,200pt', 1200],
  [' 50 ', 50],
  ['5000', 5000],
  ['49', null],
  ['5001', null],
  ['', null],
  ['三百', null],
  ['-300', null],
  ['300.5', null],
])('%s is %s', (text, price) => {
  expect(imagePrice(text)).toBe(price)
})
