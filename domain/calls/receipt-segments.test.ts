import fc from 'fast-check'
import { expect, it } from 'vitest'
import { earnedShare } from '#domain/points/share.ts'
import { pointsOfIncrements } from '#domain/points/tariff.ts'
import { type BilledCall, receiptSegments } from './receipt-segments.ts'

const connectedAt = Date.UTC(2026, 10, 20, 12)
const call: BilledCall = {
  segments: [
    { atMs: 0, firstIncrement: 0, carries: 'video' },
    { atMs: 24_000, firstIncrement: 4, carries: 'voice' },
    { atMs: 40_000, firstIncrement: 7, carries: 'nothing' },
    { atMs: 70_000, firstIncrement: 7, carries: 'voice' },
  ],
  increments: 9,
  tariff: { video: 20, voice: 14 },
  sharePercent: 40,
}
const of = (role: 'caller' | 'broadcaster') =>
  receiptSegments(call, { role, connectedAt, connectedMs: 82_000 }).map(
    ({ carries, from, to, pointsPerMin, points }) => [
      carries,
      from.slice(14, 19),
      to.slice(14, 19),
      pointsPerMin,
      points,
    ],
  )

it('lists what a call carried with its times, prices and points, for either side', () => {
  expect(of('caller')).toEqual([
    ['video', '00:00', '00:24', 200, 80],
    ['voice', '00:24', '00:40', 140, 42],
    ['nothing', '00:40', '01:10', 0, 0],
    ['voice', '01:10', '01:22', 140, 28],
  ])
  expect(of('broadcaster').map((row) => row.slice(3))).toEqual([
    [80, 32],
    [56, 16],
    [0, 0],
    [56, 12],
  ])
})

it('adds up to what the call cost and earned', () => {
  const carries = fc.constantFrom('video' as const, 'voice' as const)
  const segments = fc
    .array(fc.record({ increments: fc.nat({ max: 5 }), ms: fc.nat({ max: 40_000 }), carries }), {
      minLength: 1,
    })
    .map((parts) => {
      let firstIncrement = 0
      let atMs = 0
      return parts.map((part) => {
        const segment = { atMs, firstIncrement, carries: part.carries }
        firstIncrement += part.increments
        atMs += part.ms
        return segment
      })
    })
  fc.assert(
    fc.property(
      segments,
      fc.nat({ max: 80 }),
      fc.integer({ min: 5, max: 40 }),
      (listed, increments, voice) => {
        const billed = { ...call, segments: listed, increments, tariff: { video: voice + 7, voice } }
        const cost = pointsOfIncrements(listed, billed.tariff, { upto: increments, otherwise: 1_000_000 })
        const sumOf = (role: 'caller' | 'broadcaster') =>
          receiptSegments(billed, { role, connectedAt, connectedMs: 9_000_000 }).reduce(
            (sum, { points }) => sum + points,
            0,
          )
        expect(sumOf('caller')).toBe(cost)
        expect(sumOf('broadcaster')).toBe(earnedShare(cost, billed.sharePercent))
      },
    ),
  )
})
