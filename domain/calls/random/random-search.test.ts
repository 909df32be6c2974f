import { expect, it } from 'vitest'
import { afterRandomRing, waitEstimateText, waitPlaceText } from './random-search.ts'

it.each([
  ['declined', 0, 'searchOn'],
  ['missed', 1, 'searchOn'],
  ['busy', 1, 'searchOn'],
  ['declined', 2, 'ask'],
  ['cancelled', 0, 'leave'],
  ['byBroadcaster', 0, 'tell'],
  ['failed', 0, 'tell'],
  ['pointless', 2, 'tell'],
] as const)('a ring that ended as %s after %i others: %s', (reason, unanswered, next) => {
  expect(afterRandomRing(reason, unanswered)).toBe(next)
})

it.each([
  [null, null],
  [0, '目安 約10秒'],
  [31, '目安 約40秒'],
  [55, '目安 約1分'],
  [61, '目安 約2分'],
] as const)('an estimate of %s s reads %s', (sec, text) => {
  expect(waitEstimateText(sec)).toBe(text)
})

it('names the place in the queue', () => {
  expect(waitPlaceText(0)).toBe('次におつなぎします')
  expect(waitPlaceText(2)).toBe('あなたの前に2人お待ちです')
})
