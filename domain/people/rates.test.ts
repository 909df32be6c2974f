import { describe, expect, test } from 'vitest'
import { decideBounds, decideRates } from './rates.ts'

const bounds = { video: { min: 100, max: 400 }, voice: { min: 50, max: 300 } }
const stored = { video: 200, voice: 140 }

describe('a broadcaster’s rates', () => {
  test.each([
    ['both changed', { video: 100, voice: 300 }, null],
    ['one kind alone', { video: null, voice: 140 }, null],
    ['neither kind', { video: null, voice: null }, 'rateNoneLeft'],
    ['below the bounds', { video: 90, voice: 140 }, 'rateOutOfBounds'],
    ['above the bounds', { video: 200, voice: 310 }, 'rateOutOfBounds'],
    ["the other kind's bounds", { video: 60, voice: 60 }, 'rateOutOfBounds'],
    ['no multiple of 10', { video: 205, voice: 140 }, 'rateOutOfBounds'],
    ['nothing', { video: 0, voice: 140 }, 'rateOutOfBounds'],
  ])('%s', (_name, wanted, refused) => {
    expect(decideRates({ wanted, stored, bounds })).toEqual(refused ? { refused } : wanted)
  })

  test('a stored rate outside new bounds stays until the broadcaster changes it', () => {
    const beyond = { video: 500, voice: 140 }
    expect(decideRates({ wanted: { video: 500, voice: 150 }, stored: beyond, bounds })).toEqual({
      video: 500,
      voice: 150,
    })
    const changed = decideRates({ wanted: { video: 490, voice: 140 }, stored: beyond, bounds })
    expect(changed).toEqual({ refused: 'rateOutOfBounds' })
    // This kind was switched off: switching it on again is a new choice.
    const again = decideRates({ wanted: beyond, stored: { video: null, voice: 140 }, bounds })
    expect(again).toEqual({ refused: 'rateOutOfBounds' })
  })
})

test.each([
  ['the whole of what may be stored', { min: 50, max: 1000 }, null],
  ['one price for all', { min: 200, max: 200 }, null],
  ['the wrong way round', { min: 210, max: 200 }, 'rateBoundsWrong'],
  ['lower than may be stored', { min: 40, max: 200 }, 'rateBoundsWrong'],
  ['higher than may be stored', { min: 50, max: 1010 }, 'rateBoundsWrong'],
  ['no multiple of 10', { min: 55, max: 200 }, 'rateBoundsWrong'],
])('bounds: %s', (_name, wanted, refused) => {
  expect(decideBounds(wanted)).toEqual(refused ? { refused } : wanted)
})
