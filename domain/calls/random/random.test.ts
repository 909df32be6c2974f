import { describe, expect, it } from 'vitest'
import { type EarlierPlace, estimateWaitSec, keepsQueuePlace, partnersFor } from './random.ts'

const partners = [
  { id: 'mio', waitsSince: 2_000 },
  { id: 'rin', waitsSince: 1_000 },
  { id: 'yui', waitsSince: 3_000 },
]
const nobodyIsOut = () => false

describe('the partner of a caller', () => {
  it('is the broadcaster who has waited longest, then the next', () => {
    expect(partnersFor(['first'], partners, nobodyIsOut)).toEqual(['rin', 'mio', 'yui'])
  })

  it('is one whom the callers ahead leave', () => {
    expect(partnersFor(['first', 'second'], partners, nobodyIsOut)).toEqual(['mio', 'yui'])
    expect(partnersFor(['first', 'second', 'third', 'fourth'], partners, nobodyIsOut)).toEqual([])
  })

  it('is never a blocked broadcaster, who stays available to the other callers', () => {
    const isOut = (caller: string, partner: string) => caller === 'first' && partner === 'rin'
    expect(partnersFor(['first'], partners, isOut)).toEqual(['mio', 'yui'])
    expect(partnersFor(['first', 'second'], partners, isOut)).toEqual(['rin', 'yui'])
  })

  it('does not wait for a caller ahead who can have no partner', () => {
    const [rin] = partners.slice(1)
    expect(partnersFor(['first', 'second'], rin ? [rin] : [], (caller) => caller === 'first')).toEqual([
      'rin',
    ])
  })

  it('is chosen in one order, also among those who have waited equally long', () => {
    const even = partners.map(({ id }) => ({ id, waitsSince: 1 }))
    expect(partnersFor(['first'], even, nobodyIsOut)).toEqual(['mio', 'rin', 'yui'])
  })
})

describe('a place in the queue', () => {
  const ring: EarlierPlace['ring'] = { wasConnected: false, endReason: 'missed', endedAt: 95_000 }
  it.each<[string, EarlierPlace, boolean]>([
    ["is kept while the caller's page asks", { polledAt: 91_000, ring: null }, true],
    ['is lost after 10 s without a request', { polledAt: 90_000, ring: null }, false],
    ['is kept when the broadcaster missed the ring', { polledAt: 60_000, ring }, true],
    [
      'is kept when the broadcaster declined',
      { polledAt: 60_000, ring: { ...ring, endReason: 'declined' } },
      true,
    ],
    [
      'is lost when the caller cancelled',
      { polledAt: 60_000, ring: { ...ring, endReason: 'cancelled' } },
      false,
    ],
    ['is lost after a call', { polledAt: 60_000, ring: { ...ring, wasConnected: true } }, false],
    ['is lost 10 s after the ring', { polledAt: 60_000, ring: { ...ring, endedAt: 90_000 } }, false],
    [
      'is not kept for a second call while it rings',
      { polledAt: 99_000, ring: { ...ring, endReason: null, endedAt: null } },
      false,
    ],
  ])('%s', (_name, place, isKept) => {
    expect(keepsQueuePlace(place, 100_000)).toBe(isKept)
  })
})

it('the waiting time is estimated from the matches of the last ten minutes, and is null without one', () => {
  expect(estimateWaitSec({ ahead: 3, matches: 0 })).toBeNull()
  expect(estimateWaitSec({ ahead: 0, matches: 10 })).toBe(60)
  expect(estimateWaitSec({ ahead: 3, matches: 10 })).toBe(240)
  expect(estimateWaitSec({ ahead: 0, matches: 700 })).toBe(1)
})
