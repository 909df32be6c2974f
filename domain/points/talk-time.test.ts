import { expect, it } from 'vitest'
import { secondsFor } from './talk-time.ts'

it.each([
  [300, 200, 90],
  [300, 140, 126],
  [19, 200, 0],
  [20, 200, 6],
])('%i points at %i a minute pay %i s', (points, rate, seconds) => {
  expect(secondsFor(points, rate)).toBe(seconds)
})
