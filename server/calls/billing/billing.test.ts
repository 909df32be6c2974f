import { expect, test } from 'vitest'
import { restUntilDue } from './billing.ts'

test.each([
  ['nothing is due for long', Number.POSITIVE_INFINITY, 500],
  ['the next is due in a moment', 180, 180],
  ['some are due now', 0, 50],
])('when %s (%d ms) the billing rests %d ms', (_, dueInMs, restMs) => {
  expect(restUntilDue(dueInMs)).toBe(restMs)
})
