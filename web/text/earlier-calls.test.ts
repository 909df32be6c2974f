import { expect, it } from 'vitest'
import { earlierCallsMax } from '#contract/calls/calls.ts'
import { callNumberText, callsSoFarText } from './earlier-calls.ts'

it('says which call of the two it is', () => {
  expect([0, 1, 2].map(callNumberText)).toEqual(['はじめての方', '2回目', '3回目'])
  expect(callNumberText(earlierCallsMax - 1)).toBe('100回目')
  expect(callNumberText(earlierCallsMax)).toBe('100回以上')
})

it('says how often the two have talked', () => {
  expect([0, 1, 2].map(callsSoFarText)).toEqual(['はじめての方', '通話1回', '通話2回'])
  expect(callsSoFarText(earlierCallsMax)).toBe('通話100回以上')
})
