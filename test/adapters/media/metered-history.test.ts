import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ForwardedLog } from '#adapters/media/embedded/metering/forwarded-log.ts'
import { Meter, signGapMsMax, unsettledMsMax } from '#adapters/media/embedded/metering/meter.ts'
import { silenceMsMax, soundOnlySilenceMsMax } from '#adapters/media/embedded/metering/presence.ts'
import { zeroReading } from '#adapters/media/port.ts'

/**
 * A whole call in virtual time: the broadcaster's packets through the meter and the log to a payer who counts what
 * arrives and reports as RFC 3550 has it, or lies. The connection is cut, replaced and closed as a room does it.
 */

const packetEveryMs = 20
const minute = 60_000

interface PayerTraits {
  /** Between two reports; null: never. */
  reportEveryMs: number | null
  /** Other signs of life; null: none. */
  signEveryMs: number | null
  /** In these spans nothing passes, in either direction. */
  cuts: { from: number; to: number }[]
  /** After each cut a new connection replaces the old one, which sends nothing more. */
  renews: boolean
  /** Changes what a report says. */
  lies: (report: { highestSequence: number; cumulativeLost: number }) => {
    highestSequence: number
    cumulativeLost: number
  }
}

const honest: PayerTraits = {
  reportEveryMs: 1_000,
  signEveryMs: packetEveryMs,
  cuts: [],
  renews: false,
  lies: (report) => report,
}

const play = (traits: Partial<PayerTraits>, lengthMs: number, unprovenMsMax = minute) => {
  const payer = { ...honest, ...traits }
  const meter = new Meter({ fundedMs: 10 * minute, carried: zeroReading, unprovenMsMax })
  const silenceMs = payer.signEveryMs === null ? soundOnlySilenceMsMax : silenceMsMax
  let log = new ForwardedLog()
  let sequence = 0xfff0
  let base = sequence
  let highest: number | null = null
  let arrived = 0
  let arrivedMs = 0
  let lastArrivalAt: number | null = null
  let forwardedMs = 0
  let lastSentAt: number | null = null
  let receivedAt = 0
  let isAway = false
  const isCutAt = (now: number) => payer.cuts.some(({ from, to }) => now >= from && now < to)
  const isDue = (now: number, everyMs: number | null) => everyMs !== null && now > 0 && now % everyMs === 0
  const reconnect = () => {
    log = new ForwardedLog()
    base = sequence
    highest = null
    arrived = 0
  }
  const lose = (since: number, now: number) => {
    meter.lose('payer', since, now)
    isAway = true
    lastSentAt = null
    reconnect()
  }
  for (let now = 0; now <= lengthMs; now += packetEveryMs) {
    if (isAway && !isCutAt(now)) {
      meter.comeBack('payer', now)
      isAway = false
      receivedAt = now
    }
    if (payer.renews && !isAway && payer.cuts.some(({ to }) => to === now)) reconnect()
    if (meter.forward(now)) {
      log.record(sequence, meter.sentMs, now)
      if (lastSentAt !== null) forwardedMs += now - lastSentAt
      lastSentAt = now
      if (!isCutAt(now)) {
        if (lastArrivalAt === now - packetEveryMs) arrivedMs += packetEveryMs
        lastArrivalAt = now
        highest = sequence
        arrived += 1
      }
      sequence += 1
    }
    if (!isCutAt(now) && !isAway) {
      const gives = isDue(now, payer.signEveryMs)
      const reports = isDue(now, payer.reportEveryMs)
      if (gives || reports) {
        receivedAt = now
        meter.signOfLife(now)
      }
      if (reports && highest !== null) {
        const said = payer.lies({
          highestSequence: highest,
          cumulativeLost: highest - base + 1 - arrived,
        })
        const proof = log.prove(
          { ssrc: 1, fractionLost: 0, lastSenderReport: 0, delaySinceSenderReport: 0, ...said },
          now,
        )
        if (proof) meter.report(proof, now)
      }
    }
    if (!isAway && now - receivedAt > silenceMs) lose(receivedAt, now)
    if (!isAway && meter.isOverdue(now)) lose(now, now)
  }
  return { ...meter.close(lengthMs), arrivedMs, forwardedMs }
}

const spacing = fc.integer({ min: 25, max: 375 }).map((steps) => steps * packetEveryMs)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const cut = fc
  .record({ from: fc.nat(50_000), lengthMs: fc.integer({ min: 200, max: 7_000 }) })
  .map(({ from, lengthMs }) => ({ from, to: Math.round((from + lengthMs) / packetEveryMs) * packetEveryMs }))
const cuts = fc.array(cut, { maxLength: 2 })

/** Two cuts without a report between them can't be distinguished from losses that were repaired. */
const haveReportBetween = (
  [one, other]: readonly PayerTraits['cuts'][number][],
  everyMs: number,
): boolean => {
  if (!one || !other) return true
  const [earlier, later] = one.from < other.from ? [one, other] : [other, one]
  return Math.ceil(earlier.to / everyMs) * everyMs < later.from
}

describe('a call of an honest payer', () => {
  test('is charged to the packet, whatever the spacing of the reports', () => {
    fc.assert(
      fc.property(spacing, maybe(fc.constantFrom(20, 400, 1_000)), (reportEveryMs, signEveryMs) => {
        const { chargedMs, arrivedMs, unprovenMs } = play({ reportEveryMs, signEveryMs }, 31_000)
        expect(chargedMs).toBeLessThanOrEqual(arrivedMs)
        const lastReportMs = signEveryMs ?? reportEveryMs
        expect(arrivedMs - chargedMs).toBeLessThanOrEqual(lastReportMs + 100)
        expect(unprovenMs).toBeLessThanOrEqual(lastReportMs + 100)
      }),
      { numRuns: 60 },
    )
  })

  test('over a line that is cut: within one report for each cut, and one at the end', () => {
    fc.assert(
      fc.property(spacing, maybe(fc.constantFrom(20, 1_000)), cuts, (reportEveryMs, signEveryMs, cuts) => {
        const { chargedMs, arrivedMs } = play({ reportEveryMs, signEveryMs, cuts }, 60_000)
        const reportsMs = (cuts.length + 1) * (reportEveryMs + 1_100)
        expect(chargedMs).toBeLessThanOrEqual(arrivedMs + reportsMs)
        expect(chargedMs).toBeGreaterThanOrEqual(arrivedMs - reportsMs)
      }),
      { numRuns: 150 },
    )
  })

  test('over a line that is cut and replaced: what went to the old connection is not charged by the new one', () => {
    const { chargedMs, arrivedMs } = play({ cuts: [{ from: 10_000, to: 15_000 }], renews: true }, 30_000)
    expect(chargedMs).toBeLessThanOrEqual(arrivedMs + 100)
    expect(chargedMs).toBeGreaterThanOrEqual(arrivedMs - 1_200)
  })

  test('over lines that are cut and replaced: a cut of up to 3 s may pass for lost packets', () => {
    fc.assert(
      fc.property(spacing, maybe(fc.constantFrom(20, 1_000)), cuts, (reportEveryMs, signEveryMs, cuts) => {
        fc.pre(haveReportBetween(cuts, reportEveryMs))
        const { chargedMs, arrivedMs } = play({ reportEveryMs, signEveryMs, cuts, renews: true }, 60_000)
        const reportsMs = (cuts.length + 1) * (reportEveryMs + 1_100)
        expect(chargedMs).toBeLessThanOrEqual(arrivedMs + cuts.length * (signGapMsMax + 100) + 100)
        expect(chargedMs).toBeGreaterThanOrEqual(arrivedMs - reportsMs)
      }),
      { numRuns: 150 },
    )
  })

  test('with losses that are repaired all along is charged in full', () => {
    let lost = 0
    const lies: PayerTraits['lies'] = ({ highestSequence }) => {
      lost += 7
      return { highestSequence, cumulativeLost: lost }
    }
    const { chargedMs, unprovenMs } = play({ lies }, 30_000)
    expect(chargedMs).toBeGreaterThan(29_800)
    expect(unprovenMs).toBeLessThan(100)
  })
})

describe('a call of a payer who withholds or lies', () => {
  const lie = fc.oneof(
    fc.constant<PayerTraits['lies']>((report) => report),
    fc
      .integer({ min: 0, max: 0xffff })
      .map((highestSequence) => () => ({ highestSequence, cumulativeLost: 0 })),
    fc
      .integer({ min: -1_000, max: 0x7fffff })
      .map((cumulativeLost) => ({ highestSequence }: { highestSequence: number }) => ({
        highestSequence,
        cumulativeLost,
      })),
    fc.integer({ min: 1, max: 400 }).map((behind) => ({ highestSequence }: { highestSequence: number }) => ({
      highestSequence: highestSequence - behind,
      cumulativeLost: 0,
    })),
    fc.double({ min: 0, max: 1, noNaN: true }).map((share) => {
      let lost = 0
      let before: number | null = null
      return ({ highestSequence }: { highestSequence: number }) => {
        lost += Math.round((highestSequence - (before ?? highestSequence)) * share)
        before = highestSequence
        return { highestSequence, cumulativeLost: lost }
      }
    }),
  )
  const everySomeMs = maybe(fc.integer({ min: 1, max: 900 }).map((steps) => steps * packetEveryMs))

  test('never costs more than was forwarded, and has no more for nothing than it may', () => {
    fc.assert(
      fc.property(
        everySomeMs,
        everySomeMs,
        fc.array(cut, { maxLength: 6 }),
        lie,
        fc.integer({ min: 0, max: 30_000 }),
        (reportEveryMs, signEveryMs, cuts, lies, unprovenMsMax) => {
          const call = play({ reportEveryMs, signEveryMs, cuts, lies }, 2 * minute, unprovenMsMax)
          expect(call.chargedMs).toBeLessThanOrEqual(call.forwardedMs + 1)
          const freeMs = call.forwardedMs - call.chargedMs
          expect(freeMs).toBeLessThanOrEqual(call.unprovenMs + 2)
          expect(call.unprovenMs).toBeLessThanOrEqual(unprovenMsMax + unsettledMsMax + 100)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('of one report right after the first packet and none later, is free for the allowance only', () => {
    const calls = Array.from({ length: 12 }, () => ({ leftMs: 0, freeMs: 0 }))
    let leftMs = minute
    let free = 0
    for (const _ of calls) {
      if (leftMs <= 0) break
      const { unprovenMs, forwardedMs, chargedMs } = play(
        { reportEveryMs: 60_000, signEveryMs: null },
        20_000,
        leftMs,
      )
      free += forwardedMs - chargedMs
      leftMs -= unprovenMs
    }
    expect(leftMs).toBeLessThanOrEqual(0)
    expect(free).toBeLessThanOrEqual(minute + unsettledMsMax + 100)
  })
})
