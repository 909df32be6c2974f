import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import {
  meterView,
  openMeter,
  pointBack,
  pointBacksToday,
  releaseMeter,
  settleMeter,
} from '#server/points/metering/metering.ts'
import { callLedgerLines, callTotals, earningsOf, pointOf, walletOf } from '#server/points/queries.ts'
import { broadcasterId, callerId, done, eachUndone, give, otherCaller } from '../ledger/ledger-fixture.ts'
import { meterSteps, video } from './meter-steps.ts'

let tx: Tx
eachUndone((transaction) => {
  tx = transaction
})

const { callAt, bill } = meterSteps(() => tx)

describe('settling', () => {
  test('charges the rest, releases the remainder, and answers the same again', async () => {
    await give(tx, callerId, 500)
    await callAt(20)
    const first = await settleMeter(tx, video.callId, { chargedMs: 24_001, connectedMs: 30_000 })
    expect(first).toEqual({
      chargedMs: 24_001,
      connectedMs: 30_000,
      chargedIncrements: 5,
      points: 100,
      lots: [{ kind: 'paid', points: 100 }],
      earnedPoints: 40,
    })
    expect(await settleMeter(tx, video.callId, { chargedMs: 90_000, connectedMs: 90_000 })).toEqual(first)
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 400, held: 0 })
    expect(await settleMeter(tx, 'unknown')).toBeNull()
  })

  test('counts the last report when there are no final readings', async () => {
    await give(tx, callerId, 500)
    await callAt(30)
    expect(await settleMeter(tx, video.callId)).toMatchObject({ chargedMs: 30_000, points: 100 })
  })

  test('changes nothing by final readings below the last report', async () => {
    await give(tx, callerId, 500)
    await callAt(30)
    expect(await settleMeter(tx, video.callId, { chargedMs: 1_000, connectedMs: 1_000 })).toMatchObject({
      points: 100,
    })
  })

  test('never charges beyond what was funded', async () => {
    await give(tx, callerId, 500)
    await callAt(30)
    expect(await settleMeter(tx, video.callId, { chargedMs: 100_000, connectedMs: 100_000 })).toMatchObject({
      chargedIncrements: 10,
      points: 200,
    })
  })

  test('settles a started meter instead of releasing it', async () => {
    await give(tx, callerId, 500)
    await callAt(0)
    const savepoint = sql.raw('savepoint before')
    await sql`${savepoint}`.execute(tx)
    await expect(releaseMeter(tx, video.callId)).rejects.toThrow('settle it')
    await sql`${sql.raw('rollback to savepoint before')}`.execute(tx)
  })
})

describe('point-back', () => {
  async function endedCall(seconds: number): Promise<void> {
    await give(tx, callerId, 100, { kind: 'free' })
    await give(tx, callerId, 1_000, { kind: 'paid' })
    await callAt(seconds - 10)
    await bill()
    await settleMeter(tx, video.callId, { chargedMs: seconds * 1000, connectedMs: seconds * 1000 })
  }

  test('returns the newest points, with the share and the fee, once', async () => {
    await endedCall(90)
    const before = await earningsOf(tx, broadcasterId)
    expect(before).toEqual({ point: 120 })
    const request = { callId: video.callId, points: 200, reason: 'connectionLost', paidByPlatform: false }
    const first = await pointBack(tx, request)
    expect(first).toEqual({ points: 200, lots: [{ kind: 'paid', points: 200 }], takenBackPoints: 80 })
    expect(await pointBack(tx, request)).toEqual(first)
    expect(await earningsOf(tx, broadcasterId)).toEqual({ point: 40 })
    expect((await walletOf(tx, callerId)).point).toBe(1_000)
    expect(await callLedgerLines(tx, video.callId)).toMatchObject({
      points: 300,
      pointBackPoints: 200,
      earnedPoints: 40,
    })
  })

  test('paid by the platform leaves the share alone', async () => {
    await endedCall(20)
    const answer = await pointBack(tx, {
      callId: video.callId,
      points: 'all',
      reason: 'serverRecovery',
      paidByPlatform: true,
    })
    expect(answer).toEqual({ points: 80, lots: [{ kind: 'free', points: 80 }], takenBackPoints: 0 })
    expect(await earningsOf(tx, broadcasterId)).toEqual({ point: 32 })
    expect((await walletOf(tx, callerId)).point).toBe(1_100)
  })

  test('is counted by the payer and the Japanese day, and only when points moved', async () => {
    await give(tx, callerId, 20)
    done(await openMeter(tx, { ...video, callId: 'unused' }))
    await settleMeter(tx, 'unused')
    const request = { points: 'all', reason: 'connectionLost', paidByPlatform: false } as const
    expect((await pointBack(tx, { ...request, callId: 'unused' })).points).toBe(0)
    expect(await pointBacksToday(tx, callerId)).toBe(0)

    await endedCall(20)
    await pointBack(tx, { ...request, callId: video.callId })
    expect(await pointBacksToday(tx, callerId)).toBe(1)
    expect(await pointBacksToday(tx, otherCaller)).toBe(0)
    const midnight = sql`date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'`
    await sql`update meter set point_back_at = ${midnight} where point_back_at is not null`.execute(tx)
    expect(await pointBacksToday(tx, callerId)).toBe(1)
    await sql`update meter set point_back_at = ${midnight} - interval '1 second' where point_back_at is not null`.execute(
      tx,
    )
    expect(await pointBacksToday(tx, callerId)).toBe(0)
  })
})

describe('what a running call shows', () => {
  test('the balance falls by whole increments; the whole wallet counts as time left', async () => {
    await give(tx, callerId, 510)
    await callAt(12)
    expect(await meterView(tx, video.callId, 12_001)).toEqual({
      payerId: callerId,
      ratePointsPerMin: 200,
      state: 'open',
      chargedMs: 12_001,
      point: 450,
      chargedPoints: 60,
      fundedUntilMs: 150_000,
      remainingMs: 137_999,
    })
    // A reading older than the last report changes nothing.
    expect((await meterView(tx, video.callId, 1_000))?.chargedPoints).toBe(40)
    expect(await pointOf(tx, callerId)).toBe(470)
    expect(await meterView(tx, 'unknown')).toBeNull()
  })

  test('a settled call shows what it cost and what the wallet holds now', async () => {
    await give(tx, callerId, 510)
    await callAt(12)
    await settleMeter(tx, video.callId)
    done(
      await spendPoints(tx, { key: 'a', payerId: callerId, payeeId: null, points: 70, purpose: 'present' }),
    )
    expect(await meterView(tx, video.callId, 60_000)).toMatchObject({
      state: 'settled',
      point: 400,
      chargedPoints: 40,
      remainingMs: 0,
    })
  })

  test('receipts say from which lots a call was paid, before anything was returned', async () => {
    await give(tx, callerId, 50, { kind: 'free' })
    await give(tx, callerId, 500, { kind: 'paid' })
    await callAt(30)
    await settleMeter(tx, video.callId)
    const lines = await callLedgerLines(tx, video.callId)
    expect(lines).toMatchObject({ points: 100, pointBackPoints: null, earnedPoints: 40 })
    expect(lines.lots.map((lot) => [lot.kind, lot.points])).toEqual([
      ['free', 50],
      ['paid', 50],
    ])
    const totals = await callTotals(tx, [video.callId, 'unknown'])
    expect([...totals]).toEqual([[video.callId, { points: 100, pointBackPoints: null, earnedPoints: 40 }]])
    expect(await callLedgerLines(tx, 'unknown')).toEqual({
      points: 0,
      pointBackPoints: null,
      earnedPoints: 0,
      lots: [],
    })
  })
})
