import { expect, it } from 'vitest'
import { readPrice, readTagText } from './price-text.ts'

it.each([
  ['300', 300],
  [' １，２００ ', 1_200],
  ['0', 0],
  ['', null],
  ['3.5', null],
  ['-1', null],
])('“%s” is a price of %s', (text, price) => {
  expect(readPrice(text)).toBe(price)
})

it('tags stand between spaces, commas and #', () => {
  expect(readTagText(' #海　夜景、猫,  ')).toEqual(['海', '夜景', '猫'])
})
