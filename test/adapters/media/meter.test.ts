import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { droppedMsMax, Meter } from '../../../adapters/media/embedded/meter.ts'
import { type MediaReading, zeroReading } from '../../../adapters/media/port.ts'

const minute = 60_000

/** Packets every 20 ms from `from` to `to`, each answered by a sign of life of the payer. */
const flow = (meter: Meter, from: number, to: number, { heard = true } = {}) => {
  let forwarded = 0
  for (let now = from; now <= to; now += 20) {
    if (meter.forward(now)) forwarded += 1
    if (heard) meter.hear(now)
  }
  return forwarded
}

describe('what is charged', () => {
  test('nothing before the first packet', () => {
    const meter = new Meter(minute, zeroReading)
    meter.hear(5_000)
    expect(meter.reading(9_000)).toEqual(zeroReading)
  })

  test('the time between packets that reached a payer who is there', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 1_000, 4_000)
    expect(meter.reading(4_000)).toEqual({ ...zeroReading, connectedMs: 3_000, chargedMs: 3_000 })
  })

  test('a pause of a second counts, a longer one doesn’t count at all', () => {
    const meter = new Meter(minute, zeroReading)
    for (const now of [0, 1_000, 2_001, 2_021]) meter.forward(now)
    meter.hear(2_021)
    expect(meter.reading(2_021).chargedMs).toBe(1_020)
  })

  test('only what the payer confirmed by a sign of life', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 4_000, { heard: false })
    expect(meter.reading(4_000).chargedMs).toBe(1_000)
    meter.hear(4_000)
    expect(meter.reading(4_000).chargedMs).toBe(4_000)
  })

  test('nothing of what was sent while his line was down, when it comes back before anybody missed him', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 5_000, { heard: false })
    meter.hear(5_000)
    flow(meter, 5_020, 6_000)
    expect(meter.reading(6_000).chargedMs).toBe(2_000)
  })

  test('all of it for one who only receives sound, and so is rarely heard of', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 8_000, { heard: false })
    meter.hear(8_000, true)
    expect(meter.reading(8_000).chargedMs).toBe(8_000)
  })

  test('nothing of what went to a payer who turns out to be gone', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 9_000, { heard: false })
    meter.lose('payer', 1_000, 9_000)
    expect(meter.forward(9_020)).toBe(false)
    meter.comeBack('payer', 12_000)
    flow(meter, 12_000, 13_000)
    const reading = meter.reading(13_000)
    expect(reading).toEqual({
      connectedMs: 13_000,
      chargedMs: 2_000,
      payerLostMs: 11_000,
      broadcasterLostMs: 0,
    })
  })

  test('nothing while the broadcaster is away, from her last sign of life on', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    meter.lose('broadcaster', 1_500, 9_000)
    meter.comeBack('broadcaster', 10_000)
    flow(meter, 10_000, 11_000)
    expect(meter.reading(11_000)).toEqual({
      connectedMs: 11_000,
      chargedMs: 2_000,
      payerLostMs: 0,
      broadcasterLostMs: 8_500,
    })
  })

  test('while both are away the payer is the one who is missed', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    meter.lose('broadcaster', 1_000, 1_000)
    meter.lose('payer', 2_000, 3_000)
    meter.comeBack('payer', 5_000)
    meter.comeBack('broadcaster', 6_000)
    expect(meter.reading(6_000)).toMatchObject({ payerLostMs: 2_000, broadcasterLostMs: 3_000 })
  })

  test('on top of what an earlier process measured', () => {
    const carried = { connectedMs: 30_000, chargedMs: 20_000, payerLostMs: 3_000, broadcasterLostMs: 4_000 }
    const meter = new Meter(minute, carried)
    expect(meter.reading(77)).toEqual(carried)
    flow(meter, 500, 1_500)
    expect(meter.close(1_500)).toEqual({ ...carried, connectedMs: 31_000, chargedMs: 21_000 })
  })

  test('nothing after the end', () => {
    const meter = new Meter(minute, zeroReading)
    flow(meter, 0, 1_000)
    const final = meter.close(1_000)
    expect(flow(meter, 1_020, 2_000)).toBe(0)
    expect(meter.reading(9_000)).toEqual(final)
  })
})

describe('paid time', () => {
  test('forwarding stops to the millisecond where it is used up', () => {
    const meter = new Meter(1_005, zeroReading)
    expect(flow(meter, 0, 2_000)).toBe(51)
    expect(meter.mayForward).toBe(false)
    expect(meter.reading(2_000).chargedMs).toBe(1_005)
  })

  test('says once that it is used up, when the payer has confirmed it', () => {
    const meter = new Meter(1_000, zeroReading)
    flow(meter, 0, 2_000, { heard: false })
    expect(meter.mayForward).toBe(false)
    expect([meter.hear(2_100), meter.hear(2_200)]).toEqual([true, false])
  })

  test('goes on when more is paid, without charging the wait', () => {
    const meter = new Meter(1_000, zeroReading)
    flow(meter, 0, 1_100)
    meter.extend(2_000)
    flow(meter, 1_500, 2_000)
    expect(meter.reading(2_000).chargedMs).toBe(1_500)
    flow(meter, 2_020, 3_000)
    expect(meter.reading(3_000).chargedMs).toBe(2_000)
  })

  test('says again that it is used up after more was paid', () => {
    const meter = new Meter(0, zeroReading)
    expect(meter.hear(0)).toBe(true)
    meter.extend(40)
    meter.forward(0)
    meter.forward(40)
    expect(meter.hear(40)).toBe(true)
  })

  test('never shrinks', () => {
    const meter = new Meter(1_000, zeroReading)
    meter.extend(500)
    flow(meter, 0, 2_000)
    expect(meter.reading(2_000).chargedMs).toBe(1_000)
  })

  test('is no absence when it ended while the payer was away already', () => {
    const meter = new Meter(1_000, zeroReading)
    flow(meter, 0, 2_000, { heard: false })
    meter.lose('payer', 0, 2_000)
    expect(meter.reading(2_000)).toMatchObject({ connectedMs: 2_000, chargedMs: 1_000, payerLostMs: 1_000 })
  })

  test('what was only sent to a dead connection is there again', () => {
    const meter = new Meter(1_000, zeroReading)
    flow(meter, 0, 100)
    flow(meter, 100, 1_500, { heard: false })
    meter.lose('payer', 100, 1_500)
    meter.comeBack('payer', 2_000)
    expect(meter.mayForward).toBe(true)
  })

  test('a payer who never gives a sign pays for what was sent to him', () => {
    const meter = new Meter(60_000, zeroReading)
    flow(meter, 0, 6_000, { heard: false })
    expect(meter.close(6_000).chargedMs).toBeGreaterThan(5_900)
  })

  test('silences on purpose end up on the bill: a call drops 17 s at most', () => {
    const meter = new Meter(600_000, zeroReading)
    for (let round = 0; round < 10; round += 1) {
      const at = round * 10_000
      meter.hear(at)
      flow(meter, at, at + 7_000, { heard: false })
      meter.lose('payer', at, at + 7_000)
      meter.comeBack('payer', at + 8_000)
    }
    expect(meter.reading(100_000).chargedMs).toBeGreaterThan(10 * 6_900 - droppedMsMax)
  })
})

test('whatever happens: figures never fall, charged fits into connected and paid time, absences fit as well', () => {
  const step = fc.record({
    afterMs: fc.double({ min: 0, max: 1_500, noNaN: true }),
    what: fc.constantFrom('forward', 'forward', 'forward', 'hear', 'lose', 'comeBack', 'extend', 'read'),
    role: fc.constantFrom('payer' as const, 'broadcaster' as const),
    amountMs: fc.nat(4_000),
  })
  const carriedOf = (connectedMs: number): MediaReading => ({
    connectedMs,
    chargedMs: Math.floor(connectedMs / 2),
    payerLostMs: Math.floor(connectedMs / 4),
    broadcasterLostMs: Math.floor(connectedMs / 4),
  })
  fc.assert(
    fc.property(
      fc.nat(5_000),
      fc.nat(20_000),
      fc.array(step, { maxLength: 200 }),
      (fundedMs, carriedMs, steps) => {
        const carried = carriedOf(carriedMs)
        const meter = new Meter(fundedMs, carried)
        let fundedNow = Math.max(fundedMs, carried.chargedMs)
        let now = 0
        let before = meter.reading(now)
        for (const { afterMs, what, role, amountMs } of steps) {
          now += afterMs
          if (what === 'forward') meter.forward(now)
          if (what === 'hear') meter.hear(now)
          if (what === 'lose') meter.lose(role, now - amountMs, now)
          if (what === 'comeBack') meter.comeBack(role, now)
          if (what === 'extend') {
            meter.extend(fundedNow + amountMs)
            fundedNow += amountMs
          }
          const after = meter.reading(now)
          for (const figure of ['connectedMs', 'chargedMs', 'payerLostMs', 'broadcasterLostMs'] as const) {
            expect(after[figure]).toBeGreaterThanOrEqual(before[figure])
          }
          expect(after.chargedMs).toBeLessThanOrEqual(fundedNow)
          expect(after.chargedMs + after.payerLostMs + after.broadcasterLostMs).toBeLessThanOrEqual(
            after.connectedMs + 1,
          )
          before = after
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
