import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundsOfMeter } from './meter.ts'

/** 500 points, a video call that has paid 3 increments and holds 7 more (140 points). */
const running = {
  balance: 440,
  held: 140,
  excess: 0,
  incrementPoints: 20,
  capturedIncrements: 3,
  capturedPoints: 60,
  tariff: { video: 20, voice: 14 },
  segments: [],
  fundedIncrements: 10,
}

test.each([
  // chargedMs, point, chargedPoints, remainingMs
  [18_000, 440, 60, 132_000],
  [18_001, 420, 80, 131_999],
  [60_000, 300, 200, 90_000],
  // Past the hold the rest of the wallet counts: 300 points are 15 increments more.
  [150_000, 0, 500, 0],
  [200_000, 0, 500, 0],
])('at %s ms: %s points left, %s charged, %s ms to go', (chargedMs, point, chargedPoints, remainingMs) => {
  expect(fundsOfMeter(running, chargedMs)).toEqual({
    point,
    chargedPoints,
    fundedUntilMs: 150_000,
    remainingMs,
  })
})

test('funds no time with points below the price of an increment', () => {
  const almost = { ...running, balance: 159, held: 140 }
  expect(fundsOfMeter(almost, 60_000)).toMatchObject({ remainingMs: 0, point: 19 })
})

test('lets the balance fall by whole increments while the meter runs, and never below 0', () => {
  const state = fc.record({
    available: fc.nat({ max: 5_000 }),
    otherHolds: fc.nat({ max: 500 }),
    incrementPoints: fc.integer({ min: 1, max: 100 }),
    capturedIncrements: fc.nat({ max: 50 }),
    heldIncrements: fc.nat({ max: 20 }),
    chargedMs: fc.nat({ max: 2_000_000 }),
  })
  fc.assert(
    fc.property(state, (s) => {
      const held = s.otherHolds + s.heldIncrements * s.incrementPoints
      const meter = {
        balance: s.available + held,
        held,
        excess: 0,
        incrementPoints: s.incrementPoints,
        capturedIncrements: s.capturedIncrements,
        capturedPoints: s.capturedIncrements * s.incrementPoints,
        tariff: { video: s.incrementPoints, voice: s.incrementPoints },
        segments: [],
        fundedIncrements: s.capturedIncrements + s.heldIncrements,
      }
      const funds = fundsOfMeter(meter, s.chargedMs)
      expect((meter.balance - funds.point) % s.incrementPoints).toBe(0)
      // What other holds set aside isn't this call's to spend.
      expect(funds.point).toBeGreaterThanOrEqual(s.otherHolds)
      expect(funds.point).toBeLessThanOrEqual(meter.balance)
      expect(funds.remainingMs).toBe(Math.max(0, funds.fundedUntilMs - s.chargedMs))
    }),
  )
})
