import { expect, test } from 'vitest'
import { chatPriceSettingDecision, messagePriceDecision } from './price.ts'

test.each([
  ['the price on the button is the price', 'caller', 10, 10, 10],
  ['the price went up', 'caller', 15, 10, { refused: 'chatPriceChanged' }],
  ['the price went down', 'caller', 5, 10, { refused: 'chatPriceChanged' }],
  ['a page from before there was a price', 'caller', 10, 0, { refused: 'chatPriceChanged' }],
  ['the price was dropped while the page was open', 'caller', 0, 10, 0],
  ['a broadcaster writes free, whatever the page says', 'broadcaster', 10, 0, 0],
  ['a broadcaster writes free, whatever the page says', 'broadcaster', 10, 10, 0],
] as const)('%s', (_, sender, pricePoints, shownPoints, expected) => {
  expect(messagePriceDecision(sender, pricePoints, shownPoints)).toEqual(expected)
})

test('a price is 0 to 500 points in steps of 5', () => {
  const accepted = [-5, 0, 1, 4, 5, 10, 12, 495, 500, 505].filter(
    (pricePoints) => !('refused' in chatPriceSettingDecision(pricePoints)),
  )
  expect(accepted).toEqual([0, 5, 10, 495, 500])
})
