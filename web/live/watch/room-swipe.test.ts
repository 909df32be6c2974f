import { expect, it } from 'vitest'
import { neighbourOf } from './room-swipe.ts'

const neighbours = { previous: '1', next: '2' }

it('leads up to the next room and down to the one before', () => {
  expect(neighbourOf(neighbours, { dx: 10, dy: -120, ms: 200 })).toBe('2')
  expect(neighbourOf(neighbours, { dx: -10, dy: 120, ms: 200 })).toBe('1')
  expect(neighbourOf({ previous: null, next: null }, { dx: 0, dy: -120, ms: 200 })).toBeNull()
})

it('takes no short, slow or sideways stroke for a swipe', () => {
  for (const stroke of [
    { dx: 0, dy: -60, ms: 100 },
    { dx: 0, dy: -200, ms: 900 },
    { dx: 120, dy: -150, ms: 200 },
  ])
    expect(neighbourOf(neighbours, stroke)).toBeNull()
})
