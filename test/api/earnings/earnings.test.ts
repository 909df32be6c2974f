import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LotKind } from '#contract/core/shared.ts'
import { monthBounds, monthOf, payableAfterDays } from '#domain/points/earnings.ts'
import { earnedShare, splitShare } from '#domain/points/share.ts'
import type { Tx } from '#server/db/database.ts'
import { freezeEarnings, liftFreeze, reverseEarnings } from '#server/points/earnings/freezes.ts'
import {
  earningLines,
  earningMonths,
  earningStatement,
  earningSummary,
} from '#server/points/earnings/queries.ts'
import { refundTransfer, spendPoints } from '#server/points/ledger/ledger.ts'
import { pointBack } from '#server/points/metering/metering.ts'
import {
  balanceOf,
  broadcasterId,
  callerId,
  done,
  eachUndone,
  give,
  otherBroadcaster,
} from '../ledger/ledger-fixture.ts'
import { aCall, aPresent, aPurchase, daysAgo } from './earnings-steps.ts'

let tx: Tx
eachUndone((transaction) => {
  tx = transaction
})

const linesOf = async () => (await earningLines(tx, broadcasterId, { limit: 100 })).lines
const summaryOf = () => earningSummary(tx, broadcasterId)

describe('lines', () => {
  test('show a call with its receipt, and which points paid what', async () => {
    await give(tx, callerId, 90, { kind: 'free' })
    await give(tx, callerId, 500)
    const callId = await aCall(tx, { seconds: 65, at: daysAgo(1) })
    expect(await linesOf()).toMatchObject([
      { callId, freePoints: 90, paidPoints: 130, earned: 88, state: 'pending' },
    ])
  })

  test('come newest first, page by page, and by Japanese month', async () => {
    await give(tx, callerId, 3_000)
    const inOctober = new Date('2026-10-31T14:59:59Z')
    const inNovember = new Date('2026-10-31T15:00:00Z')
    const first = await aCall(tx, { seconds: 60, at: inOctober })
    const present = await aPresent(tx, 100, inNovember)
    const last = await aCall(tx, { seconds: 60, at: inNovember })
    const page = await earningLines(tx, broadcasterId, { limit: 2 })
    expect(page.lines.map((line) => line.callId)).toEqual([last, null])
    expect(page.lines[1]).toMatchObject({ id: present, purpose: 'present', connectedSec: null, earned: 40 })
    expect(page.more).toBe(true)
    const rest = await earningLines(tx, broadcasterId, { limit: 2, beforeId: present })
    expect(rest).toMatchObject({ lines: [{ callId: first }], more: false })
    const october = await earningLines(tx, broadcasterId, { month: '2026-10', limit: 10 })
    expect(october.lines.map((line) => line.callId)).toEqual([first])
    expect(await earningMonths(tx, broadcasterId)).toContain('2026-10')
  })

  test('are visible to their broadcaster alone', async () => {
    await give(tx, callerId, 500)
    await aCall(tx, { seconds: 60, at: daysAgo(1) })
    expect((await earningLines(tx, otherBroadcaster, { limit: 10 })).lines).toEqual([])
    expect(await earningMonths(tx, otherBroadcaster)).toEqual([])
  })
})

describe('payable', () => {
  test('is what came from paid points, 7 days later', async () => {
    await give(tx, callerId, 500)
    await aCall(tx, { seconds: 60, at: daysAgo(payableAfterDays - 0.01) })
    expect(await summaryOf()).toMatchObject({ pending: 80, payable: 0 })
    await aCall(tx, { seconds: 60, at: daysAgo(payableAfterDays + 0.01) })
    expect(await summaryOf()).toMatchObject({ pending: 80, payable: 80 })
    expect((await linesOf()).map((line) => line.state)).toEqual(['payable', 'pending'])
  })

  test('is what came from free points, 7 days after its payer first bought points', async () => {
    await give(tx, callerId, 200, { kind: 'free' })
    await aCall(tx, { seconds: 60, at: daysAgo(60) })
    expect(await linesOf()).toMatchObject([{ state: 'pending', waitsForPurchase: true, payableAt: null }])
    await aPurchase(tx, { points: 1_000, orderId: 'order-1', at: daysAgo(6) })
    expect(await linesOf()).toMatchObject([{ state: 'pending', waitsForPurchase: false }])
    await aPurchase(tx, { points: 1_000, orderId: 'order-2', at: daysAgo(8) })
    expect(await linesOf()).toMatchObject([{ state: 'payable' }])
    expect(await summaryOf()).toMatchObject({ pending: 0, payable: 80 })
  })

  test('does not count a disputed purchase', async () => {
    await give(tx, callerId, 200, { kind: 'free' })
    await aCall(tx, { seconds: 60, at: daysAgo(60) })
    await aPurchase(tx, { points: 1_000, orderId: 'order-1', at: daysAgo(30) })
    await freezeEarnings(tx, { disputeId: 'dispute-1', orderId: 'order-1' })
    expect(await summaryOf()).toMatchObject({ pending: 80, payable: 0 })
    await liftFreeze(tx, 'dispute-1')
    expect(await summaryOf()).toMatchObject({ pending: 0, payable: 80 })
  })

  test('is the same number of days in the ledger and in the domain', async () => {
    const { rows } = await sql<{
      days: number
    }>`select extract(day from payable_after())::int as days`.execute(tx)
    expect(rows[0]?.days).toBe(payableAfterDays)
  })
})

describe('returns', () => {
  test('shrink a line at the broadcaster’s cost, and leave it when the platform pays', async () => {
    await give(tx, callerId, 1_000)
    const ofBroadcaster = await aCall(tx, { seconds: 60, at: daysAgo(9) })
    const ours = await aCall(tx, { seconds: 60, at: daysAgo(9) })
    await pointBack(tx, {
      callId: ofBroadcaster,
      points: 50,
      reason: 'connectionLost',
      paidByPlatform: false,
    })
    await pointBack(tx, { callId: ours, points: 50, reason: 'connectionLost', paidByPlatform: true })
    expect(await linesOf()).toMatchObject([
      { callId: ours, paidPoints: 200, earned: 80 },
      { callId: ofBroadcaster, paidPoints: 150, earned: 60 },
    ])
    expect(await summaryOf()).toMatchObject({ payable: 140 })
  })

  test('show a line as returned in full', async () => {
    await give(tx, callerId, 1_000)
    const callId = await aCall(tx, { seconds: 60, at: daysAgo(9) })
    await pointBack(tx, { callId, points: 'all', reason: 'connectionLost', paidByPlatform: false })
    expect(await linesOf()).toMatchObject([{ earned: 0, paidPoints: 0, state: 'returned' }])
  })
})

describe('a dispute', () => {
  const dispute = { disputeId: 'dispute-1', orderId: 'order-1' }

  /** 200 of the disputed points and 100 others went into one call. */
  async function disputedCall(): Promise<void> {
    await aPurchase(tx, { points: 200, orderId: 'order-1', at: daysAgo(40) })
    await give(tx, callerId, 500)
    await aCall(tx, { seconds: 90, at: daysAgo(20) })
    expect(await freezeEarnings(tx, dispute)).toEqual({ broadcasterIds: [broadcasterId] })
  }

  test('freezes what its points paid, and nothing else', async () => {
    await disputedCall()
    expect(await summaryOf()).toMatchObject({ frozen: 80, payable: 40 })
    expect(await linesOf()).toMatchObject([{ state: 'frozen', earned: 120 }])
  })

  test('counts once when reported twice, is refused for another order, and opens again after a win', async () => {
    await disputedCall()
    expect(await freezeEarnings(tx, dispute)).toEqual({ broadcasterIds: [broadcasterId] })
    expect(await freezeEarnings(tx, { ...dispute, orderId: 'order-2' })).toEqual({
      refused: 'idempotencyMismatch',
    })
    expect(await liftFreeze(tx, 'dispute-2')).toEqual({ refused: 'notFound' })
    await liftFreeze(tx, 'dispute-1')
    await freezeEarnings(tx, dispute)
    expect(await summaryOf()).toMatchObject({ frozen: 80 })
  })

  test('leaves everything as it was when it is won', async () => {
    await disputedCall()
    expect(await liftFreeze(tx, 'dispute-1')).toEqual({ isRepeat: false })
    expect(await liftFreeze(tx, 'dispute-1')).toEqual({ isRepeat: true })
    expect(await reverseEarnings(tx, 'dispute-1')).toEqual({ refused: 'idempotencyMismatch' })
    expect(await summaryOf()).toMatchObject({ frozen: 0, payable: 120 })
  })

  test('takes back what it paid when it is lost, once', async () => {
    await disputedCall()
    expect(await reverseEarnings(tx, 'dispute-1')).toEqual({ points: 80, isRepeat: false })
    expect(await reverseEarnings(tx, 'dispute-1')).toEqual({ points: 80, isRepeat: true })
    expect(await liftFreeze(tx, 'dispute-1')).toEqual({ refused: 'idempotencyMismatch' })
    expect(await summaryOf()).toMatchObject({ frozen: 0, payable: 40 })
    expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(40)
  })
})

describe('after a lost dispute', () => {
  test('the platform, which has the share, pays what is refunded, and the broadcaster does not pay twice', async () => {
    await aPurchase(tx, { points: 500, orderId: 'order-1', at: daysAgo(40) })
    const present = await aPresent(tx, 500, daysAgo(20))
    await freezeEarnings(tx, { disputeId: 'dispute-1', orderId: 'order-1' })
    await reverseEarnings(tx, 'dispute-1')
    const refund = { transferId: present, points: 300, paidByPlatform: false, purpose: 'operator' }
    expect(await refundTransfer(tx, { ...refund, key: 'back' })).toMatchObject({
      points: 300,
      takenBackPoints: 0,
    })
    expect(await balanceOf(tx, 'debt', broadcasterId)).toBe(0)
    expect(await summaryOf()).toMatchObject({ owed: 0, payable: 0 })
  })
})

test('a repeated refund after the share was lost to a dispute is the same refund', async () => {
  await aPurchase(tx, { points: 500, orderId: 'order-1', at: daysAgo(40) })
  const transferId = await aPresent(tx, 500, daysAgo(20))
  const refund = { key: 'back', transferId, points: 100, paidByPlatform: false, purpose: 'operator' }
  expect(await refundTransfer(tx, refund)).toMatchObject({ takenBackPoints: 40, isRepeat: false })
  await freezeEarnings(tx, { disputeId: 'dispute-1', orderId: 'order-1' })
  await reverseEarnings(tx, 'dispute-1')
  expect(await refundTransfer(tx, refund)).toMatchObject({ takenBackPoints: 40, isRepeat: true })
})

describe('a statement', () => {
  test('of each month begins where the previous one ends, and the last ends with the balance', async () => {
    await give(tx, callerId, 5_000)
    const september = new Date('2026-09-10T03:00:00Z')
    const october = new Date('2026-10-10T03:00:00Z')
    await aCall(tx, { seconds: 600, at: september })
    const present = await aPresent(tx, 500, september)
    await aPresent(tx, 250, october)
    await refundTransfer(tx, {
      ...{ key: 'back', transferId: present, points: 100, paidByPlatform: false, purpose: 'operator' },
    })
    expect(await earningStatement(tx, broadcasterId, '2026-09')).toMatchObject({
      opening: 0,
      earned: 1_000,
      returned: 0,
      closing: 1_000,
    })
    expect(await earningStatement(tx, broadcasterId, '2026-10')).toMatchObject({
      opening: 1_000,
      earned: 100,
      returned: 40,
      closing: 1_060,
    })
    const now = await earningStatement(tx, broadcasterId, monthOf(Date.now()))
    expect(now.closing).toBe(await balanceOf(tx, 'earnings', broadcasterId))
  })

  test('a month begins at midnight in Japan', () => {
    expect(new Date(monthBounds('2026-12').fromMs).toISOString()).toBe('2026-11-30T15:00:00.000Z')
    expect(new Date(monthBounds('2026-12').toMs).toISOString()).toBe('2026-12-31T15:00:00.000Z')
  })
})

interface Part {
  kind: LotKind
  lot_id: number
  points: number
  earned: number
}

test('the ledger splits a share over lots as the domain does, and the parts are the account', async () => {
  const sums = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 })
  const percent = fc.integer({ min: 1, max: 100 })
  await fc.assert(
    fc.asyncProperty(sums, sums, percent, fc.nat({ max: 100 }), async (free, paid, sharePercent, back) => {
      await sql`${sql.raw('savepoint before')}`.execute(tx)
      for (const points of free) await give(tx, callerId, points, { kind: 'free' })
      for (const points of paid) await give(tx, callerId, points)
      const points = [...free, ...paid].reduce((sum, one) => sum + one, 0)
      const present = { key: 'p', payerId: callerId, payeeId: broadcasterId, purpose: 'present' }
      const { transferId } = done(await spendPoints(tx, { ...present, points, sharePercent }))
      const part = Math.floor((points * back) / 100)
      const refund = { key: 'r', transferId, points: part, paidByPlatform: false, purpose: 'operator' }
      const takenBack = part > 0 ? done(await refundTransfer(tx, refund)).takenBackPoints : 0
      const { rows } = await sql<Part>`
        select p.* from account a cross join lateral earning_parts(a.id) p
        where a.kind = 'earnings' and a.owner_id = ${broadcasterId} order by p.kind, p.lot_id`.execute(tx)
      const share = earnedShare(points, sharePercent) - takenBack
      expect(rows.map((row) => row.earned)).toEqual(
        splitShare(
          share,
          rows.map((row) => row.points),
        ),
      )
      expect(rows.reduce((sum, row) => sum + row.points, 0)).toBe(
        share === 0 && rows.length === 0 ? 0 : points - part,
      )
      expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(share)
      await sql`${sql.raw('rollback to savepoint before')}`.execute(tx)
    }),
    { numRuns: 150 },
  )
})

test('once a day has a checkpoint, nothing can be posted in the past', async () => {
  await give(tx, callerId, 500)
  await sql`${sql.raw('savepoint before')}`.execute(tx)
  await sql`
    insert into daily_checkpoint (day, transfers, points, digest, previous_hash, hash)
    values ('2026-01-01', 0, 0, '', '', '')`.execute(tx)
  await expect(aPresent(tx, 10, daysAgo(3))).rejects.toThrow('may have its checkpoint')
  await sql`${sql.raw('rollback to savepoint before')}`.execute(tx)
})
