import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unchargedSeconds } from './receipt.ts'

it('names the seconds that were not charged', () => {
  const times = { connectedMs: 65_000, chargedMs: 50_200, callerLostMs: 4_500, broadcasterLostMs: 8_000 }
  expect(unchargedSeconds(times)).toEqual([
    { reason: 'callerAway', seconds: 4 },
    { reason: 'broadcasterAway', seconds: 8 },
    { reason: 'noMedia', seconds: 2 },
  ])
})

it('says nothing when every second was charged', () => {
  expect(
    unchargedSeconds({ connectedMs: 12_000, chargedMs: 12_000, callerLostMs: 0, broadcasterLostMs: 0 }),
  ).toEqual([])
})

it('adds up to the connected seconds, whatever the readings', () => {
  const ms = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(ms, ms, ms, ms, (connectedMs, part, callerLostMs, broadcasterLostMs) => {
      const chargedMs = Math.min(part, connectedMs)
      const parts = unchargedSeconds({ connectedMs, chargedMs, callerLostMs, broadcasterLostMs })
      const sum = parts.reduce((total, each) => total + each.seconds, 0)
      expect(sum).toBe(Math.max(0, Math.floor(connectedMs / 1000) - Math.ceil(chargedMs / 1000)))
      expect(parts.every((each) => each.seconds > 0)).toBe(true)
    }),
  )
})
