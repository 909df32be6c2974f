import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { incrementMs } from '#contract/points/points.ts'
import { incrementsUsed } from '#domain/points/increment.ts'
import { earnedShare } from '#domain/points/share.ts'
import type { Tx } from '#server/db/database.ts'
import {
  billDue,
  openMeter,
  releaseMeter,
  reportMeters,
  settleMeter,
  startMeter,
} from '#server/points/metering/metering.ts'
import { earningsOf, walletOf } from '#server/points/queries.ts'
import {
  balanceOf,
  broadcasterId,
  callerId,
  done,
  eachUndone,
  give,
  otherBroadcaster,
  otherCaller,
  passExpiry,
  platformIncome,
} from '../ledger/ledger-fixture.ts'
import { meterSteps, video } from './meter-steps.ts'

let tx: Tx
eachUndone((transaction) => {
  tx = transaction
})

const { report, callAt, bill } = meterSteps(() => tx)

/** Seconds until the biller looks again, by the database's clock. */
async function secondsToDue(): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from next_due_at - now())::float8 as seconds from meter`.execute(tx)
  return rows[0]?.seconds ?? null
}

describe('opening', () => {
  test('holds one minute', async () => {
    await give(tx, callerId, 500)
    expect(await openMeter(tx, video)).toEqual({ fundedIncrements: 10, fundedMs: 60_000, heldPoints: 200 })
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 500, held: 200, available: 300 })
  })

  test('holds all remaining whole increments when less than a minute is left', async () => {
    await give(tx, callerId, 75)
    expect(await openMeter(tx, video)).toEqual({ fundedIncrements: 3, fundedMs: 18_000, heldPoints: 60 })
  })

  test('is refused when not one increment is left, and may be tried again with the same id', async () => {
    await give(tx, callerId, 13)
    const voice = { ...video, ratePointsPerMin: 140 }
    expect(await openMeter(tx, voice)).toEqual({ refused: 'insufficientPoints' })
    await give(tx, callerId, 1)
    expect(await openMeter(tx, voice)).toEqual({ fundedIncrements: 1, fundedMs: 6_000, heldPoints: 14 })
  })

  test('answers a retry with the first opening, and refuses other parameters', async () => {
    await give(tx, callerId, 500)
    const first = done(await openMeter(tx, video))
    expect(await openMeter(tx, video)).toEqual(first)
    expect(await openMeter(tx, { ...video, ratePointsPerMin: 140 })).toEqual({
      refused: 'idempotencyMismatch',
    })
    expect((await walletOf(tx, callerId)).held).toBe(200)
    await releaseMeter(tx, video.callId)
    expect(await openMeter(tx, video)).toEqual({ refused: 'idempotencyMismatch' })
  })

  test('allows one metered session per payer and one per broadcaster', async () => {
    await give(tx, callerId, 500)
    await give(tx, otherCaller, 500)
    done(await openMeter(tx, video))
    const second = { ...video, callId: 'call-2' }
    expect(await openMeter(tx, { ...second, broadcasterId: otherBroadcaster })).toEqual({
      refused: 'callAlreadyInCall',
    })
    expect(await openMeter(tx, { ...second, payerId: otherCaller })).toEqual({ refused: 'callPartnerBusy' })
    await releaseMeter(tx, video.callId)
    done(await openMeter(tx, second))
  })

  test('releases the whole hold of a call that never connects, again and again', async () => {
    await give(tx, callerId, 500)
    done(await openMeter(tx, video))
    await releaseMeter(tx, video.callId)
    await releaseMeter(tx, video.callId)
    await releaseMeter(tx, 'unknown')
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 500, held: 0 })
    expect(await startMeter(tx, video.callId)).toBe(false)
    expect((await settleMeter(tx, video.callId))?.points).toBe(0)
  })
})

describe('reports', () => {
  test('never fall, count once per call, and need a started meter', async () => {
    await give(tx, callerId, 500)
    done(await openMeter(tx, video))
    expect(await report(10)).toEqual([])
    expect(await startMeter(tx, video.callId)).toBe(true)
    expect(await startMeter(tx, video.callId)).toBe(true)
    expect(await report(10)).toEqual([{ callId: video.callId, chargedMs: 10_000, fundedMs: 60_000 }])
    expect((await report(4))[0]?.chargedMs).toBe(10_000)
    const twice = [12, 11].map((s) => ({ callId: video.callId, chargedMs: s * 1000, connectedMs: 0 }))
    expect((await reportMeters(tx, twice))[0]?.chargedMs).toBe(12_000)
    expect(await reportMeters(tx, [])).toEqual([])
    await settleMeter(tx, video.callId)
    expect(await report(60)).toEqual([])
  })
})

describe('billing', () => {
  test('is due for a started call 15 s before its paid minute ends, and not before', async () => {
    await give(tx, callerId, 500)
    done(await openMeter(tx, video))
    expect(await secondsToDue()).toBeNull()
    await startMeter(tx, video.callId)
    expect(await secondsToDue()).toBe(45)
    expect(await billDue(tx, 10)).toEqual([])
  })

  test('captures what was used and funds the next minute when 15 s or less are left', async () => {
    await give(tx, callerId, 1_000)
    await callAt(45)
    expect(await bill()).toEqual([
      {
        callId: video.callId,
        chargedMs: 45_000,
        fundedMs: 120_000,
        chargedIncrements: 8,
        capturedPoints: 160,
        exhausted: false,
      },
    ])
    expect(await secondsToDue()).toBe(60)
    expect(await earningsOf(tx, broadcasterId)).toEqual({ point: 64 })
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 840, held: 240, available: 600 })
    expect(await platformIncome(tx)).toBe(96)
  })

  test('with more than 15 s left it funds nothing and looks again in time', async () => {
    await give(tx, callerId, 1_000)
    await callAt(44)
    expect((await bill())[0]?.fundedMs).toBe(60_000)
    // 16 s are left; when the meter stands still it stays at that.
    expect(await secondsToDue()).toBe(1)
    await report(44)
    expect((await bill())[0]).toMatchObject({ fundedMs: 60_000, chargedIncrements: 8 })
  })

  test('captures no increment twice, however often it runs', async () => {
    await give(tx, callerId, 1_000)
    await callAt(30)
    await bill()
    await bill()
    expect((await bill())[0]?.capturedPoints).toBe(100)
    expect(await balanceOf(tx, 'wallet', callerId)).toBe(900)
  })

  test('runs out: the last whole increments, then exhausted, and points below an increment stay', async () => {
    await give(tx, callerId, 290)
    await callAt(50)
    expect((await bill())[0]).toMatchObject({ fundedMs: 84_000, exhausted: false })
    await report(83.9)
    expect((await bill())[0]).toMatchObject({ chargedIncrements: 14, exhausted: false })
    expect(await secondsToDue()).toBe(1)
    await report(84)
    expect((await bill())[0]).toMatchObject({ capturedPoints: 280, exhausted: true })
    expect(await settleMeter(tx, video.callId)).toMatchObject({ points: 280 })
    expect(await balanceOf(tx, 'wallet', callerId)).toBe(10)
  })

  test('funds a longer call after a quick charge in the last seconds', async () => {
    await give(tx, callerId, 200)
    await callAt(58)
    expect((await bill())[0]).toMatchObject({ fundedMs: 60_000, exhausted: false })
    await give(tx, callerId, 1_000)
    expect((await bill())[0]?.fundedMs).toBe(120_000)
  })

  test('catches up at once after a biller was away for minutes', async () => {
    await give(tx, callerId, 1_000)
    await callAt(170)
    expect((await bill())[0]).toMatchObject({ chargedIncrements: 29, fundedMs: 234_000, exhausted: false })
  })

  test('uses free lots first and leaves no gap between the lots', async () => {
    await give(tx, callerId, 150, { kind: 'free' })
    await give(tx, callerId, 500, { kind: 'paid' })
    await callAt(60)
    await bill()
    expect((await settleMeter(tx, video.callId, { chargedMs: 61_000, connectedMs: 61_500 }))?.lots).toEqual([
      { kind: 'free', points: 150 },
      { kind: 'paid', points: 70 },
    ])
  })

  test('gives the broadcaster the share of a voice call’s whole sum, though it came in pieces', async () => {
    await give(tx, callerId, 2_000)
    await callAt(0, { ...video, ratePointsPerMin: 140 })
    for (let seconds = 6; seconds <= 120; seconds += 6) {
      await report(seconds)
      await bill()
    }
    expect(await earningsOf(tx, broadcasterId)).toEqual({ point: 112 })
    expect(await settleMeter(tx, video.callId)).toMatchObject({ points: 280, earnedPoints: 112 })
  })

  test('keeps points under the hold past their expiry until the call ends', async () => {
    await give(tx, callerId, 250, { kind: 'free' })
    await callAt(10)
    await passExpiry(tx, callerId, 'free')
    expect((await walletOf(tx, callerId)).available).toBe(0)
    await report(50)
    expect((await bill())[0]).toMatchObject({ capturedPoints: 180, fundedMs: 60_000 })
    expect(await settleMeter(tx, video.callId)).toMatchObject({ points: 180 })
    expect(await balanceOf(tx, 'wallet', callerId)).toBe(0)
  })
})

test('the database counts increments and shares as the domain does', async () => {
  const cases = [0, 1, 5_999, 6_000, 6_001, 123_456, 3_600_000]
  const { rows } = await sql<{ used: number; share: number; ms: number }>`
    select increments_used(c) as used, earned_share(c, 37) as share, increment_ms() as ms
    from unnest(${cases}::bigint[]) c`.execute(tx)
  expect(rows).toEqual(
    cases.map((c) => ({ used: incrementsUsed(c), share: earnedShare(c, 37), ms: incrementMs })),
  )
})
