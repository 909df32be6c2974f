import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Meter, reportOverdueMs, unsettledMsMax } from '#adapters/media/embedded/metering/meter.ts'
import { type MediaReading, zeroReading } from '#adapters/media/port.ts'

const minute = 60_000

const meterOf = (fundedMs: number, carried: MediaReading = zeroReading, unprovenMsMax = minute) =>
  new Meter({ fundedMs, carried, unprovenMsMax })

/** A report that everything sent has arrived. */
const provesAll = (meter: Meter, now: number) =>
  meter.report({ beginsMs: 0, provenMs: meter.sentMs, arrivedShare: 1, isCaughtUp: true }, now)

/** A sign of life and a report of everything sent. True when the paid time is used up by one of them. */
const confirm = (meter: Meter, now: number): boolean => {
  const isExhausted = meter.signOfLife(now)
  return provesAll(meter, now) || isExhausted
}

type Answer = 'reports' | 'signs' | 'nothing'

/** Packets every 20 ms from `from` to `to`, each answered by the payer. */
const flow = (meter: Meter, from: number, to: number, answer: Answer = 'reports') => {
  let forwarded = 0
  for (let now = from; now <= to; now += 20) {
    if (meter.forward(now)) forwarded += 1
    if (answer === 'reports') confirm(meter, now)
    if (answer === 'signs') meter.signOfLife(now)
  }
  return forwarded
}

describe('what is charged', () => {
  test('nothing before the first packet', () => {
    const meter = meterOf(minute)
    meter.signOfLife(5_000)
    expect(meter.reading(9_000)).toEqual(zeroReading)
  })

  test('the time between packets that reached a present payer', () => {
    const meter = meterOf(minute)
    flow(meter, 1_000, 4_000)
    expect(meter.reading(4_000)).toEqual({ ...zeroReading, connectedMs: 3_000, chargedMs: 3_000 })
  })

  test('a pause of a second counts, a longer one doesn’t count at all', () => {
    const meter = meterOf(minute)
    for (const now of [0, 1_000, 2_001, 2_021]) meter.forward(now)
    provesAll(meter, 2_021)
    expect(meter.reading(2_021).chargedMs).toBe(1_020)
  })

  test('only what the payer’s reports prove', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 4_000, 'signs')
    expect(meter.reading(4_000)).toMatchObject({ chargedMs: 1_000, pendingMs: 3_000 })
    meter.report({ beginsMs: 0, provenMs: 3_500, arrivedShare: 1, isCaughtUp: true }, 4_000)
    expect(meter.reading(4_000)).toMatchObject({ chargedMs: 3_500, pendingMs: 500 })
  })

  test.each([2_500, 4_000, 7_500])('all of it for a payer who only gives a report each %i ms', (everyMs) => {
    const meter = meterOf(minute)
    for (let now = 0; now <= 5 * everyMs; now += 20) {
      meter.forward(now)
      if (now % everyMs === 0) confirm(meter, now)
      expect(meter.isOverdue(now)).toBe(false)
    }
    expect(meter.close(5 * everyMs)).toMatchObject({ chargedMs: 5 * everyMs, unprovenMs: 0 })
  })

  test('of a report with losses the part that arrived', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 4_000, 'signs')
    meter.report({ beginsMs: 0, provenMs: 4_000, arrivedShare: 0.25, isCaughtUp: true }, 4_000)
    expect(meter.reading(4_000)).toMatchObject({ chargedMs: 1_000, unprovenMs: 3_000 })
  })

  test('up to the last sign of life, when the call ends before the next report', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 3_000, 'signs')
    flow(meter, 3_020, 3_400, 'nothing')
    expect(meter.close(3_400)).toMatchObject({ chargedMs: 3_000, unprovenMs: 400, pendingMs: 0 })
  })

  test('nothing of what was sent while the payer’s line was down, when the call ends before the next report', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 5_000, 'nothing')
    flow(meter, 5_020, 6_000, 'signs')
    expect(meter.close(6_000)).toMatchObject({ chargedMs: 1_000, unprovenMs: 5_000 })
  })

  test('nothing that reports say did not arrive, whatever other signs of life there are', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 2_000)
    for (let now = 2_020; now <= 8_000; now += 20) {
      meter.forward(now)
      meter.signOfLife(now)
      if (now % 1_000 === 0)
        meter.report({ beginsMs: 0, provenMs: 2_000, arrivedShare: null, isCaughtUp: now < 4_000 }, now)
    }
    expect(meter.close(8_000)).toMatchObject({ chargedMs: 2_000, unprovenMs: 6_000 })
  })

  test('all of it for a payer who is present for long and never reports', () => {
    const meter = meterOf(minute)
    flow(meter, 0, reportOverdueMs + 1_000, 'signs')
    expect(meter.reading(reportOverdueMs + 1_000).chargedMs).toBeGreaterThan(reportOverdueMs)
  })

  test('nothing of what went to a payer who turns out to be gone', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    flow(meter, 1_020, 9_000, 'nothing')
    meter.lose('payer', 1_000, 9_000)
    expect(meter.forward(9_020)).toBe(false)
    meter.comeBack('payer', 12_000)
    flow(meter, 12_000, 13_000)
    const reading = meter.reading(13_000)
    expect(reading).toMatchObject({
      connectedMs: 13_000,
      chargedMs: 2_000,
      payerLostMs: 11_000,
      broadcasterLostMs: 0,
    })
  })

  test('nothing while the broadcaster is away, from the broadcaster’s last sign of life on', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    meter.lose('broadcaster', 1_500, 9_000)
    meter.comeBack('broadcaster', 10_000)
    flow(meter, 10_000, 11_000)
    expect(meter.reading(11_000)).toMatchObject({
      connectedMs: 11_000,
      chargedMs: 2_000,
      payerLostMs: 0,
      broadcasterLostMs: 8_500,
    })
  })

  test('while both are away the payer is the one who is missed', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    meter.lose('broadcaster', 1_000, 1_000)
    meter.lose('payer', 2_000, 3_000)
    meter.comeBack('payer', 5_000)
    meter.comeBack('broadcaster', 6_000)
    expect(meter.reading(6_000)).toMatchObject({ payerLostMs: 2_000, broadcasterLostMs: 3_000 })
  })

  test('on top of what an earlier process measured', () => {
    const carried = {
      ...zeroReading,
      connectedMs: 30_000,
      chargedMs: 20_000,
      payerLostMs: 3_000,
      broadcasterLostMs: 4_000,
    }
    const meter = meterOf(minute, carried)
    expect(meter.reading(77)).toEqual(carried)
    flow(meter, 500, 1_500)
    expect(meter.close(1_500)).toEqual({ ...carried, connectedMs: 31_000, chargedMs: 21_000 })
  })

  test('nothing after the end', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 1_000)
    const final = meter.close(1_000)
    expect(flow(meter, 1_020, 2_000)).toBe(0)
    expect(meter.reading(9_000)).toEqual(final)
  })
})

describe('paid time', () => {
  test('forwarding stops to the millisecond where it is used up', () => {
    const meter = meterOf(1_005)
    expect(flow(meter, 0, 2_000)).toBe(51)
    expect(meter.mayForward).toBe(false)
    expect(meter.reading(2_000).chargedMs).toBe(1_005)
  })

  test('says once that it is used up, when the payer has confirmed it', () => {
    const meter = meterOf(1_000)
    flow(meter, 0, 2_000, 'nothing')
    expect(meter.mayForward).toBe(false)
    expect([confirm(meter, 2_100), confirm(meter, 2_200)]).toEqual([true, false])
  })

  test('goes on when more is paid, without charging the wait', () => {
    const meter = meterOf(1_000)
    flow(meter, 0, 1_100)
    meter.extend(2_000)
    flow(meter, 1_500, 2_000)
    expect(meter.reading(2_000).chargedMs).toBe(1_500)
    flow(meter, 2_020, 3_000)
    expect(meter.reading(3_000).chargedMs).toBe(2_000)
  })

  test('says again that it is used up after more was paid', () => {
    const meter = meterOf(0)
    expect(meter.signOfLife(0)).toBe(true)
    meter.extend(40)
    meter.forward(0)
    meter.forward(40)
    expect(confirm(meter, 40)).toBe(true)
  })

  test('stops at a limit that is set meanwhile, and says so when more has arrived', () => {
    const meter = meterOf(10_000)
    flow(meter, 0, 500)
    meter.limit(1_000)
    meter.limit(5_000)
    flow(meter, 520, 2_000)
    expect(meter.reading(2_000).chargedMs).toBe(1_000)
    meter.extend(5_000)
    meter.limit(600)
    expect([meter.mayForward, confirm(meter, 2_040)]).toEqual([false, true])
  })

  test('is not shortened by an extension to less', () => {
    const meter = meterOf(1_000)
    meter.extend(500)
    flow(meter, 0, 2_000)
    expect(meter.reading(2_000).chargedMs).toBe(1_000)
  })

  test('is used up by the next sign of life of a payer who gave signs all along', () => {
    const meter = meterOf(1_000)
    flow(meter, 0, 980, 'signs')
    meter.forward(1_000)
    expect(meter.reading(1_000).chargedMs).toBe(0)
    expect(meter.signOfLife(1_010)).toBe(true)
    expect(meter.reading(1_010).chargedMs).toBe(1_000)
  })

  test('what was only sent to a dead connection is there again', () => {
    const meter = meterOf(1_000)
    flow(meter, 0, 100)
    flow(meter, 100, 1_500, 'nothing')
    meter.lose('payer', 100, 1_500)
    meter.comeBack('payer', 2_000)
    expect(meter.mayForward).toBe(true)
  })
})

describe('what is never proven', () => {
  test('is an outage after which a new connection reports as late as it may', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 5_000)
    flow(meter, 5_020, 11_500, 'nothing')
    flow(meter, 11_520, 12_300, 'signs')
    meter.beginConnection(12_300)
    const beginsMs = meter.sentMs
    flow(meter, 12_320, 20_400, 'signs')
    meter.report({ beginsMs, provenMs: meter.sentMs, arrivedShare: 1, isCaughtUp: true }, 20_400)
    expect(meter.reading(20_400)).toMatchObject({ chargedMs: 13_100, unprovenMs: 7_300 })
  })

  test('is no more than a connection may leave open, however often the payer connects anew without a report', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 5_000)
    flow(meter, 5_020, 11_500, 'nothing')
    let overdueAt: number | null = null
    for (let now = 11_520; now <= minute && overdueAt === null; now += 20) {
      if (now % 4_000 === 0) meter.beginConnection(now)
      meter.forward(now)
      meter.signOfLife(now)
      if (meter.isOverdue(now)) overdueAt = now
    }
    expect(overdueAt).toBeLessThanOrEqual(5_000 + unsettledMsMax + 100)
  })

  test('is charged when the new connection withholds its reports', () => {
    const meter = meterOf(minute)
    flow(meter, 0, 5_000)
    flow(meter, 5_020, 11_500, 'nothing')
    meter.beginConnection(11_520)
    flow(meter, 11_520, 22_000, 'signs')
    expect(meter.reading(22_000).chargedMs).toBeGreaterThan(19_000)
  })

  test('makes a connection overdue, whether nothing is reported or too little', () => {
    for (const reportedShare of [0, 0.05]) {
      const meter = meterOf(minute)
      flow(meter, 0, 1_000)
      let overdueAt: number | null = null
      for (let now = 1_020; now <= minute && overdueAt === null; now += 20) {
        meter.forward(now)
        const provenMs = 1_000 + (now - 1_000) * reportedShare
        if (now % 1_000 === 0)
          meter.report({ beginsMs: 0, provenMs, arrivedShare: 1, isCaughtUp: false }, now)
        if (meter.isOverdue(now)) overdueAt = now
      }
      expect(overdueAt).toBeLessThanOrEqual(1_000 + unsettledMsMax * 1.1)
    }
  })

  test('ends the forwarding for good when it is as much as may be', () => {
    const meter = meterOf(600_000, zeroReading, 20_000)
    const forwarded: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const at = round * 10_000
      confirm(meter, at)
      forwarded.push(flow(meter, at, at + 7_000, 'nothing'))
      meter.lose('payer', at, at + 7_000)
      meter.comeBack('payer', at + 8_000)
    }
    expect(forwarded.filter((packets) => packets > 0)).toHaveLength(3)
    expect(meter.isUnprovenSpent).toBe(true)
    expect(meter.close(100_000)).toMatchObject({ chargedMs: 0, unprovenMs: 21_000 })
  })

  test('counts on over a crash', () => {
    const meter = meterOf(minute, { ...zeroReading, unprovenMs: 5_000 })
    flow(meter, 0, 2_000, 'nothing')
    expect(meter.close(2_000).unprovenMs).toBe(7_000)
  })
})

test('whatever happens: figures never fall, charged fits into connected and paid time, absences fit as well', () => {
  const step = fc.record({
    afterMs: fc.double({ min: 0, max: 1_500, noNaN: true }),
    what: fc.constantFrom(
      'forward',
      'forward',
      'forward',
      'hear',
      'report',
      'lose',
      'comeBack',
      'extend',
      'read',
    ),
    arrivedShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    isCaughtUp: fc.boolean(),
    role: fc.constantFrom('payer' as const, 'broadcaster' as const),
    amountMs: fc.nat(4_000),
  })
  const carriedOf = (connectedMs: number): MediaReading => ({
    ...zeroReading,
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
        const meter = meterOf(fundedMs, carried)
        let fundedNow = Math.max(fundedMs, carried.chargedMs)
        let now = 0
        let before = meter.reading(now)
        for (const { afterMs, what, role, amountMs, ...said } of steps) {
          now += afterMs
          if (what === 'forward') meter.forward(now)
          if (what === 'hear') meter.signOfLife(now)
          if (what === 'report') meter.report({ beginsMs: 0, provenMs: amountMs * 2, ...said }, now)
          if (what === 'lose') meter.lose(role, now - amountMs, now)
          if (what === 'comeBack') meter.comeBack(role, now)
          if (what === 'extend') {
            meter.extend(fundedNow + amountMs)
            fundedNow += amountMs
          }
          const after = meter.reading(now)
          for (const figure of [
            'connectedMs',
            'chargedMs',
            'payerLostMs',
            'broadcasterLostMs',
            'unprovenMs',
          ] as const) {
            expect(after[figure]).toBeGreaterThanOrEqual(before[figure])
          }
          expect(after.chargedMs + after.pendingMs).toBeLessThanOrEqual(fundedNow)
          expect(after.pendingMs).toBeGreaterThanOrEqual(0)
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

test('a free look that ended with its process before is said to be over once by the next one', () => {
  const carried = { ...zeroReading, connectedMs: 12_000, freeMs: 10_000 }
  const meter = new Meter({ fundedMs: 0, freeMs: 10_000, unprovenMsMax: 60_000, carried })
  expect([meter.consumeExhaustion(), meter.consumeExhaustion()]).toEqual([true, false])
})
