import { describe, expect, it } from 'vitest'
import { type EarlierPlace, estimateWaitSec, keepsQueuePlace, partnersFor } from './random.ts'

const partners = [
  { id: 'mio', waitsSince: 2_000 },
  { id: 'rin', waitsSince: 1_000 },
  { id: 'yui', waitsSince: 3_000 },
]
const nobodyIsOut = () => false

describe('whom a caller is given', () => {
  it('the first: who waits longest, then the next', () => {
    expect(partnersFor(['first'], partners, nobodyIsOut)).toEqual(['rin', 'mio', 'yui'])
  })

  it('who stands behind others: whom they leave', () => {
    expect(partnersFor(['first', 'second'], partners, nobodyIsOut)).toEqual(['mio', 'yui'])
    expect(partnersFor(['first', 'second', 'third', 'fourth'], partners, nobodyIsOut)).toEqual([])
  })

  it('never whom he is kept apart from, who is there for the others', () => {
    const isOut = (caller: string, partner: string) => caller === 'first' && partner === 'rin'
    expect(partnersFor(['first'], partners, isOut)).toEqual(['mio', 'yui'])
    expect(partnersFor(['first', 'second'], partners, isOut)).toEqual(['rin', 'yui'])
  })

  it('does not wait for somebody before him who can have nobody', () => {
    const [rin] = partners.slice(1)
    expect(partnersFor(['first', 'second'], rin ? [rin] : [], (caller) => caller === 'first')).toEqual([
      'rin',
    ])
  })

  it('in one order, also of those who wait equally long', () => {
    const even = partners.map(({ id }) => ({ id, waitsSince: 1 }))
    expect(partnersFor(['first'], even, nobodyIsOut)).toEqual(['mio', 'rin', 'yui'])
  })
})

describe('a place', () => {
  const ring: EarlierPlace['ring'] = { wasConnected: false, endReason: 'missed', endedAt: 95_000 }
  it.each<[string, EarlierPlace, boolean]>([
    ['is kept while his page asks', { askedAt: 91_000, ring: null }, true],
    ['is lost after 10 s without', { askedAt: 90_000, ring: null }, false],
    ['is kept when she missed the ring', { askedAt: 60_000, ring }, true],
    ['is kept when she declined', { askedAt: 60_000, ring: { ...ring, endReason: 'declined' } }, true],
    ['is lost when he cancelled', { askedAt: 60_000, ring: { ...ring, endReason: 'cancelled' } }, false],
    ['is lost with a call', { askedAt: 60_000, ring: { ...ring, wasConnected: true } }, false],
    ['is lost 10 s after the ring', { askedAt: 60_000, ring: { ...ring, endedAt: 90_000 } }, false],
    [
      'is no second one while it rings',
      { askedAt: 99_000, ring: { ...ring, endReason: null, endedAt: null } },
      false,
    ],
  ])('%s', (_name, place, isKept) => {
    expect(keepsQueuePlace(place, 100_000)).toBe(isKept)
  })
})

it('a wait is told from the matches of the last ten minutes, and not without one', () => {
  expect(estimateWaitSec({ ahead: 3, matches: 0 })).toBeNull()
  expect(estimateWaitSec({ ahead: 0, matches: 10 })).toBe(60)
  expect(estimateWaitSec({ ahead: 3, matches: 10 })).toBe(240)
  expect(estimateWaitSec({ ahead: 0, matches: 700 })).toBe(1)
})
