import { describe, expect, it } from 'vitest'
import { countdownAt, outageAfter, running } from './outage.ts'

const well = { isQuiet: false, isAway: false }

describe('a call whose line is down', () => {
  it('freezes from the first silence, and counts down from the first report that a side is away', () => {
    const quiet = outageAfter(running, { isQuiet: true, isAway: false }, 1_000)
    expect(quiet).toEqual({ frozenSince: 1_000, awaySince: null })
    const away = outageAfter(quiet, { isQuiet: true, isAway: true }, 3_000)
    expect(away).toEqual({ frozenSince: 1_000, awaySince: 3_000 })
    expect(outageAfter(away, { isQuiet: false, isAway: true }, 9_000)).toEqual(away)
    expect(outageAfter(away, well, 10_000)).toEqual(running)
  })

  it('stays frozen until media arrives, though nobody is away any more', () => {
    const away = outageAfter(running, { isQuiet: false, isAway: true }, 1_000)
    const quiet = outageAfter(away, { isQuiet: true, isAway: false }, 5_000)
    expect(quiet).toEqual({ frozenSince: 1_000, awaySince: null })
  })
})

describe('the countdown of an outage', () => {
  const away = { frozenSince: 8_000, awaySince: 10_000 }
  it.each([
    [12_900, null],
    [13_000, { leftSec: 17, spokenSec: null }],
    [15_000, { leftSec: 15, spokenSec: null }],
    [20_100, { leftSec: 10, spokenSec: 10 }],
    [29_500, { leftSec: 1, spokenSec: 10 }],
    [34_000, { leftSec: 0, spokenSec: 10 }],
  ] as const)('at %i ms', (now, shown) => {
    expect(countdownAt(away, now, 20_000)).toEqual(shown)
  })

  it('is null while nobody is away', () => {
    expect(countdownAt({ frozenSince: 1_000, awaySince: null }, 60_000, 20_000)).toBeNull()
  })
})
