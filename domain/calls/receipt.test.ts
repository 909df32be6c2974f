import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wholeSeconds } from './duration.ts'
import { unchargedSeconds } from './receipt.ts'

it('lists the seconds that were not charged', () => {
  const times = {
    connectedMs: 70_000,
    chargedMs: 50_200,
    callerLostMs: 4_500,
    broadcasterLostMs: 8_000,
    unprovenMs: 5_100,
    freeLookMs: 0,
  }
  expect(unchargedSeconds(times)).toEqual([
    { reason: 'callerAway', seconds: 4 },
    { reason: 'broadcasterAway', seconds: 8 },
    { reason: 'notConfirmed', seconds: 5 },
    { reason: 'noMedia', seconds: 3 },
  ])
})

const nothingLost = { callerLostMs: 0, broadcasterLostMs: 0, unprovenMs: 0, freeLookMs: 0 }

it.each([
  [12_000, 12_000],
  [14_150, 14_138],
])('lists nothing when of %i ms all %i ms were charged', (connectedMs, chargedMs) => {
  expect(unchargedSeconds({ ...nothingLost, connectedMs, chargedMs })).toEqual([])
})

it('adds up to the connected seconds for any reading, and never charges more than them', () => {
  const ms = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(
      ms,
      ms,
      ms,
      ms,
      ms,
      ms,
      (connectedMs, part, callerLostMs, broadcasterLostMs, unprovenMs, freeLookMs) => {
        const chargedMs = Math.min(part, connectedMs)
        const lost = { callerLostMs, broadcasterLostMs, unprovenMs }
        const parts = unchargedSeconds({ connectedMs, chargedMs, ...lost, freeLookMs })
        const uncharged = parts.reduce((total, each) => total + each.seconds, 0)
        expect(wholeSeconds(chargedMs) + uncharged).toBe(wholeSeconds(connectedMs))
        expect(parts.every((each) => each.seconds > 0)).toBe(true)
      },
    ),
  )
})
