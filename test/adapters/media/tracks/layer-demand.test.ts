import { describe, expect, test } from 'vitest'
import { nextBitrate } from '#adapters/media/embedded/rtp/bitrate.ts'
import { LossWindow } from '#adapters/media/embedded/rtp/loss-window.ts'
import { demandOf, type LayerDemand } from '#adapters/media/embedded/tracks/layer-demand.ts'

const wants = (layer: number, estimateBps: number | null, loss = 0): LayerDemand => ({
  layer,
  downstream: { loss, estimateBps },
})
const low = 0
const high = 1

describe('what receivers mean for the publisher', () => {
  const carriedBps = [200_000, 900_000]
  const demand = (receivers: LayerDemand[], wasNarrow = false) => demandOf(carriedBps, receivers, wasNarrow)

  test.each<
    [name: string, receivers: LayerDemand[], estimateBps: number | null | undefined, ceilingBps: number]
  >([
    ['nobody limits nothing', [], undefined, Infinity],
    ['who says nothing limits nothing', [{ layer: high, downstream: null }], undefined, Infinity],
    [
      'the only one gets what it takes on top of the lower encoding',
      [wants(high, 700_000)],
      900_000,
      Infinity,
    ],
    ['below 250 kbit/s the higher encoding isn’t made smaller', [wants(high, 100_000)], 450_000, Infinity],
    [
      'of several the slowest useful one counts',
      [wants(high, 2_000_000), wants(high, 1_300_000)],
      1_500_000,
      Infinity,
    ],
    [
      'a much slower one doesn’t: there is a lower encoding for it',
      [wants(high, 2_000_000), wants(high, 600_000)],
      2_200_000,
      Infinity,
    ],
    [
      'who has the lower one doesn’t hold the others back',
      [wants(high, 2_000_000), wants(low, 80_000, 0.5)],
      2_200_000,
      Infinity,
    ],
    [
      'nor does one that might take more, as long as it has the lower one',
      [wants(high, 2_000_000), wants(low, 1_300_000)],
      2_200_000,
      Infinity,
    ],
    [
      'one that is alone with the lower one can be tried with what it takes',
      [wants(low, 500_000)],
      null,
      700_000,
    ],
    ['… or with the least that makes a higher one', [wants(low, 210_000)], null, 550_000],
    ['who can’t take the lower one gets no higher one', [wants(low, 140_000)], null, 150_000],
    ['… and the lower one isn’t pressed below 150 kbit/s', [wants(low, 20_000)], null, 150_000],
  ])('%s', (_name, receivers, estimateBps, ceilingBps) => {
    const { downstream, ceilingBps: found } = demand(receivers)
    expect(downstream?.estimateBps).toBe(estimateBps)
    expect(found).toBe(ceilingBps)
  })

  test('a narrow way is one until there is clearly more room, so that the higher encoding doesn’t flicker', () => {
    const small = (estimateBps: number) => demandOf([140_000, 0], [wants(low, estimateBps)], true).isNarrow
    expect(small(145_000)).toBe(true)
    expect(small(152_000)).toBe(true)
    expect(small(155_000)).toBe(false)
  })

  test('loss that only some have isn’t the encoding’s fault', () => {
    expect(demand([wants(high, 1_000_000, 0.08), wants(high, 1_000_000, 0.01)]).downstream?.loss).toBe(0.01)
    expect(demand([wants(high, 1_000_000, 0.08), wants(high, null, 0.05)]).downstream?.loss).toBe(0.05)
  })

  test('of a picture in one encoding the worst receiver counts: there is nothing lower', () => {
    const { downstream, ceilingBps } = demandOf(
      [900_000],
      [wants(0, 2_000_000, 0.1), wants(0, 300_000)],
      false,
    )
    expect(downstream).toEqual({ loss: 0.1, estimateBps: 300_000 })
    expect(ceilingBps).toBe(Infinity)
  })
})

describe('of many receivers', () => {
  const many = (count: number, bps: number, loss = 0) =>
    Array.from({ length: count }, () => wants(0, bps, loss))

  test.each([
    ['one can’t lower the picture of all', [...many(9, 2_000_000), wants(0, 10_000, 0.9)]],
    ['one can’t raise it', [...many(9, 2_000_000), wants(0, 100_000_000)]],
    ['a quarter is left behind', [...many(8, 2_000_000), ...many(2, 300_000, 0.5)]],
  ])('%s', (_name, receivers) => {
    const { downstream } = demandOf([900_000], receivers, false)
    expect(downstream).toEqual({ loss: 0, estimateBps: 2_000_000 })
  })

  test('more than a quarter counts', () => {
    const { downstream } = demandOf([900_000], [...many(6, 2_000_000), ...many(4, 300_000)], false)
    expect(downstream?.estimateBps).toBe(300_000)
  })
})

describe('the bitrate of a publisher who sends less than its limit', () => {
  const sample = { upstreamLoss: 0, queueDelayMs: 0, receivedBps: 200_000, downstream: null }

  test('rises until every encoding can be sent', () => {
    let bps = 150_000
    for (let second = 0; second < 60; second++)
      bps = nextBitrate(bps, sample, { ceilingBps: Infinity, enoughBps: 600_000 })
    expect(bps).toBe(600_000)
  })

  test('stays as it is under a ceiling, and falls from the ceiling when packets get lost', () => {
    const bounds = { ceilingBps: 400_000, enoughBps: 600_000 }
    expect(nextBitrate(1_000_000, sample, bounds)).toBe(1_000_000)
    expect(nextBitrate(1_000_000, { ...sample, upstreamLoss: 0.2 }, bounds)).toBe(360_000)
  })
})

describe('a receiver’s loss', () => {
  const report = (highestSequence: number, cumulativeLost: number, fractionLost = 0) => ({
    ssrc: 1,
    highestSequence,
    cumulativeLost,
    fractionLost,
  })

  test('is the first report’s own figure, then what was lost over about a second', () => {
    const loss = new LossWindow()
    loss.record(report(100, 10, 0.1), 0)
    expect(loss.read(0, 5_000)).toBe(0.1)
    loss.record(report(150, 20, 0.2), 1_000)
    expect(loss.read(1_000, 5_000)).toBe(0.2)
    loss.record(report(250, 20), 2_000)
    expect(loss.read(2_000, 5_000)).toBe(0)
  })

  test('isn’t one packet of the four that a hasty report covers', () => {
    const loss = new LossWindow()
    loss.record(report(100, 0), 0)
    loss.record(report(104, 1, 0.25), 100)
    expect(loss.read(100, 5_000)).toBe(0)
    loss.record(report(150, 1), 1_000)
    expect(loss.read(1_000, 5_000)).toBe(0.02)
  })

  test('is nothing when packets come twice or none are sent, and never more than all', () => {
    const loss = new LossWindow()
    loss.record(report(100, 10), 0)
    loss.record(report(200, 5), 1_000)
    expect(loss.read(1_000, 5_000)).toBe(0)
    loss.record(report(200, 5), 2_000)
    expect(loss.read(2_000, 5_000)).toBe(0)
    loss.record(report(201, 90), 3_000)
    expect(loss.read(3_000, 5_000)).toBe(1)
  })

  test('survives the wrap of the sequences and a receiver that restarts its count', () => {
    const loss = new LossWindow()
    loss.record(report(0xffff_fff0, 0), 0)
    loss.record(report(0x0000_0010, 8), 1_000)
    expect(loss.read(1_000, 5_000)).toBe(0.25)
    loss.record(report(3, 0, 0.5), 2_000)
    expect(loss.read(2_000, 5_000)).toBe(0.5)
  })

  test('is unknown when the reports stop', () => {
    const loss = new LossWindow()
    expect(loss.read(0, 5_000)).toBeNull()
    loss.record(report(100, 0), 0)
    expect(loss.read(4_999, 5_000)).toBe(0)
    expect(loss.read(5_000, 5_000)).toBeNull()
  })
})
