import { describe, expect, it } from 'vitest'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import { meterAfterOutage, meterAt } from './meter.ts'

/** 15:12 into a call at 200pt/min with 160pt left: the picture of the design. */
const reading: MeterReading = {
  type: 'success',
  point: 160,
  fundedUntil: '2026-11-20T12:06:00.000Z',
  charged: 3040,
  chargedMs: 912_000,
  fundedMsLeft: 48_000,
  running: true,
  currentPointsPerMin: 200,
}
const note = { reading, receivedAt: 1_000 }

describe('the meter between two heartbeats', () => {
  it('shows the server’s answer when it is fresh', () => {
    expect(meterAt(note, 1_000)).toEqual({
      elapsedSec: 912,
      usedPoints: 3040,
      leftSec: 48,
      balance: 160,
      ticksFull: 2,
      tickPart: 0,
      isLow: true,
      isRunning: true,
      isFree: false,
    })
  })

  it('lowers the balance by whole increments as soon as one begins', () => {
    expect(meterAt(note, 1_001)).toMatchObject({ usedPoints: 3060, balance: 140 })
    expect(meterAt(note, 6_999)).toMatchObject({ usedPoints: 3060, balance: 140, leftSec: 43 })
    expect(meterAt(note, 7_001)).toMatchObject({ usedPoints: 3080, balance: 120, ticksFull: 3 })
  })

  it('stands through the free look, and runs from its end', () => {
    const fresh = {
      ...reading,
      charged: 0,
      chargedMs: 0,
      fundedMsLeft: 60_000,
      freeMsLeft: 7_000,
      point: 500,
    }
    const look = { reading: fresh, receivedAt: 1_000 }
    const free = { elapsedSec: 0, usedPoints: 0, balance: 500, isFree: true }
    expect(meterAt(look, 7_999)).toMatchObject(free)
    expect(meterAt(look, 9_500)).toMatchObject({ elapsedSec: 1, usedPoints: 20, isFree: false })
    expect(meterAt({ ...look, reading: { ...fresh, running: false } }, 30_000)).toMatchObject(free)
  })

  it('continues from the same figure once the line is back', () => {
    const shown = meterAt(note, 4_000)
    const back = meterAfterOutage(note, 4_000, 11_000)
    expect(meterAt(back, 11_000)).toEqual(shown)
    const receivedMeanwhile = { ...note, receivedAt: 9_000 }
    expect(meterAt(meterAfterOutage(receivedMeanwhile, 4_000, 11_000), 11_000).elapsedSec).toBe(912)
  })

  it('is frozen while the server’s meter is paused', () => {
    const outage = { ...note, reading: { ...reading, running: false } }
    expect(meterAt(outage, 60_000)).toMatchObject({ elapsedSec: 912, usedPoints: 3040, leftSec: 48 })
  })

  it('stops at the end of the points, and never shows a negative balance', () => {
    const last = { ...note, reading: { ...reading, point: 20, fundedMsLeft: 6_000 } }
    expect(meterAt(last, 13_000)).toMatchObject({ usedPoints: 3060, balance: 0, leftSec: 0 })
  })

  it('lets the time go on when heartbeats stop arriving, and the points only for 12 s', () => {
    const rich = { ...note, reading: { ...reading, fundedMsLeft: 600_000 } }
    const [soon, late] = [meterAt(rich, 1_000 + 12_000), meterAt(rich, 1_000 + 90_000)]
    expect(late.elapsedSec).toBe(soon.elapsedSec + 78)
    expect(late.leftSec).toBe(soon.leftSec - 78)
    expect([late.usedPoints, late.balance]).toEqual([soon.usedPoints, soon.balance])
  })

  it('warns from 60 s on', () => {
    const rich = { ...note, reading: { ...reading, fundedMsLeft: 61_000 } }
    expect(meterAt(rich, 1_000).isLow).toBe(false)
    expect(meterAt(rich, 2_000).isLow).toBe(true)
  })
})
