import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BitrateSample,
  bitrateCeilingBps,
  bitrateFloorBps,
  initialBitrateBps,
  nextBitrate,
} from '#adapters/media/embedded/rtp/bitrate.ts'

const clean = (receivedBps: number): BitrateSample => ({
  upstreamLoss: 0,
  queueDelayMs: 0,
  receivedBps,
  downstream: { loss: 0, estimateBps: null },
})

/** The estimate after so many seconds of a sender that uses all it may. */
const run = (seconds: number, startBps: number, sampleOf: (bps: number) => BitrateSample): number => {
  let bps = startBps
  for (let second = 0; second < seconds; second++) bps = nextBitrate(bps, sampleOf(bps))
  return bps
}

describe('the bitrate a publisher is allowed', () => {
  test('rises on a clean way up to the ceiling', () => {
    expect(run(1, initialBitrateBps, clean)).toBeGreaterThan(initialBitrateBps)
    expect(run(60, initialBitrateBps, clean)).toBe(bitrateCeilingBps)
  })

  test('doesn’t rise for a sender that doesn’t use it, and doesn’t fall either', () => {
    expect(run(20, 1_000_000, () => clean(100_000))).toBe(1_000_000)
  })

  test('falls with the loss, on either way', () => {
    const upstream = nextBitrate(1_000_000, { ...clean(1_000_000), upstreamLoss: 0.2 })
    const downstream = nextBitrate(1_000_000, {
      ...clean(1_000_000),
      downstream: { loss: 0.2, estimateBps: null },
    })
    expect(upstream).toBe(900_000)
    expect(downstream).toBe(900_000)
  })

  test('holds at the loss that is normal on the air', () => {
    expect(nextBitrate(1_000_000, { ...clean(1_000_000), upstreamLoss: 0.05 })).toBe(1_000_000)
  })

  test('falls below what arrives when packets queue up', () => {
    const next = nextBitrate(1_000_000, { ...clean(600_000), queueDelayMs: 200 })
    expect(next).toBe(510_000)
  })

  test('obeys a receiver with a narrower connection, and not one that was only offered little', () => {
    const narrow = { ...clean(1_000_000), downstream: { loss: 0, estimateBps: 700_000 } }
    expect(nextBitrate(1_000_000, narrow)).toBe(700_000)
    const untried = { ...clean(200_000), downstream: { loss: 0, estimateBps: 300_000 } }
    expect(nextBitrate(1_000_000, untried)).toBe(1_000_000)
  })

  test('settles where a narrow uplink carries it, instead of filling the queue', () => {
    const capacityBps = 500_000
    let queueMs = 0
    const worst: number[] = []
    const settled = run(60, initialBitrateBps, (bps) => {
      queueMs = Math.max(0, queueMs + ((bps - capacityBps) / capacityBps) * 1_000)
      worst.push(queueMs)
      return { ...clean(Math.min(bps, capacityBps)), queueDelayMs: queueMs }
    })
    expect(settled).toBeGreaterThan(250_000)
    expect(settled).toBeLessThan(capacityBps * 1.1)
    expect(Math.max(...worst.slice(20))).toBeLessThan(400)
  })

  test('stays between floor and ceiling, whatever is reported', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const downstream = fc.option(
      fc.record({ loss: share, estimateBps: fc.option(fc.nat(2 ** 31 - 1), { nil: null }) }),
      { nil: null },
    )
    const sample = fc.record({
      upstreamLoss: share,
      queueDelayMs: fc.nat(10_000),
      receivedBps: fc.nat(2 ** 31 - 1),
      downstream,
    })
    fc.assert(
      fc.property(fc.integer({ min: bitrateFloorBps, max: bitrateCeilingBps }), sample, (bps, said) => {
        const next = nextBitrate(bps, said)
        expect(next).toBeGreaterThanOrEqual(bitrateFloorBps)
        expect(next).toBeLessThanOrEqual(bitrateCeilingBps)
      }),
    )
  })
})
