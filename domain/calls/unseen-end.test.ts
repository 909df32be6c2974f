import { expect, it } from 'vitest'
import { endReasons } from '#contract/calls/calls.ts'
import { mayHaveMissedEnd } from './unseen-end.ts'

const sidesOf = (endReason: (typeof endReasons)[number], isConnected = true) =>
  (['caller', 'broadcaster'] as const).filter((side) => mayHaveMissedEnd(side, { isConnected, endReason }))

it('is the other side when one hangs up', () => {
  expect(sidesOf('byCaller')).toEqual(['broadcaster'])
  expect(sidesOf('byBroadcaster')).toEqual(['caller'])
})

it.each(['pointless', 'connectionLost', 'byOperator', 'serverRecovery'] as const)(
  'is either side after %s',
  (endReason) => {
    expect(sidesOf(endReason)).toEqual(['caller', 'broadcaster'])
  },
)

it('is nobody after a ring that never connected', () => {
  for (const endReason of endReasons) expect(sidesOf(endReason, false)).toEqual([])
})
