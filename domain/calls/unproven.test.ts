import { expect, it } from 'vitest'
import { unprovenMsLeft, unprovenOfPairPerDayMsMax, unprovenPerDayMsMax } from './unproven.ts'

it.each([
  [{ totalMs: 0, ofPairMs: 0 }, unprovenOfPairPerDayMsMax],
  [{ totalMs: 20_000, ofPairMs: 20_000 }, unprovenOfPairPerDayMsMax - 20_000],
  [{ totalMs: unprovenPerDayMsMax - 5_000, ofPairMs: 0 }, 5_000],
  [{ totalMs: 90_000, ofPairMs: unprovenOfPairPerDayMsMax + 9_000 }, 0],
  [{ totalMs: unprovenPerDayMsMax + 9_000, ofPairMs: 0 }, 0],
])('after %o today a call has %i ms', (today, leftMs) => {
  expect(unprovenMsLeft(today)).toBe(leftMs)
})
