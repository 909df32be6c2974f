import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { expireLots, releaseExpiredHolds } from '#server/points/jobs.ts'
import {
  captureHold,
  grantPoints,
  placeHold,
  refundTransfer,
  releaseHold,
  spendPoints,
} from '#server/points/ledger/ledger.ts'
import { walletOf } from '#server/points/queries.ts'
import type { TestDatabase } from '#test/helpers/test-database.ts'
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
} from './ledger-fixture.ts'

let tx: Tx
let database: TestDatabase
eachUndone((transaction, itsDatabase) => {
  tx = transaction
  database = itsDatabase
})

const transfer = { payerId: callerId, payeeId: broadcasterId, points: 100, purpose: 'present' }
const lotsOf = async (memberId: string) =>
  (await walletOf(tx, memberId)).lots.map((lot) => [lot.kind, lot.remaining])

describe('granting', () => {
  test('puts a lot of its own into the wallet, valid for 180 days', async () => {
    const grant = {
      key: 'order-1',
      memberId: callerId,
      points: 300,
      kind: 'free',
      purpose: 'registration',
    } as const
    expect(done(await grantPoints(tx, grant))).toMatchObject({ available: 300, isRepeat: false })

    const { point, lots } = await walletOf(tx, callerId)
    expect(point).toBe(300)
    const days = ((lots[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(180, 1)
  })

  test('answers a retry with the first grant, and refuses the same key for something else', async () => {
    const grant = {
      key: 'order-1',
      memberId: callerId,
      points: 300,
      kind: 'free',
      purpose: 'registration',
    } as const
    const first = done(await grantPoints(tx, grant))
    expect(done(await grantPoints(tx, grant))).toEqual({ ...first, isRepeat: true })
    expect(await grantPoints(tx, { ...grant, points: 301 })).toEqual({ refused: 'idempotencyMismatch' })
    expect(await grantPoints(tx, { ...grant, kind: 'paid' })).toEqual({ refused: 'idempotencyMismatch' })
    expect((await walletOf(tx, callerId)).point).toBe(300)
  })
})

describe('a one-off payment', () => {
  test('uses free lots first, then the lot that expires first', async () => {
    await give(tx, callerId, 100, { kind: 'paid', validDays: 10 })
    await give(tx, callerId, 100, { kind: 'free', validDays: 90 })
    await give(tx, callerId, 100, { kind: 'paid', validDays: 5 })
    await give(tx, callerId, 100, { kind: 'free', validDays: 60 })

    done(await spendPoints(tx, { ...transfer, key: 'a', points: 150 }))
    expect(await lotsOf(callerId)).toEqual([
      ['free', 50],
      ['paid', 100],
      ['paid', 100],
    ])
    done(await spendPoints(tx, { ...transfer, key: 'b', points: 120 }))
    const { lots } = await walletOf(tx, callerId)
    expect(lots.map((lot) => lot.remaining)).toEqual([30, 100])
    expect((lots[0]?.expiresAt.getTime() ?? 0) < (lots[1]?.expiresAt.getTime() ?? 0)).toBe(true)
  })

  test('gives the broadcaster 40% and leaves the rest to the platform', async () => {
    await give(tx, callerId, 500)
    done(await spendPoints(tx, { ...transfer, key: 'a', points: 101 }))
    expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(40)
    expect(await platformIncome(tx)).toBe(61)
    done(await spendPoints(tx, { ...transfer, key: 'b', payeeId: null, points: 99 }))
    expect(await platformIncome(tx)).toBe(160)
    expect((await walletOf(tx, callerId)).point).toBe(300)
  })

  test('answers a retry with the first payment, even when the points are gone, and refuses other parameters', async () => {
    await give(tx, callerId, 100)
    const first = done(await spendPoints(tx, { ...transfer, key: 'a' }))
    expect(done(await spendPoints(tx, { ...transfer, key: 'a' }))).toEqual({ ...first, isRepeat: true })
    for (const changed of [
      { points: 99 },
      { payeeId: otherBroadcaster },
      { payeeId: null },
      { purpose: 'comment' },
      { reference: 'room-1' },
      { sharePercent: 50 },
    ]) {
      expect(await spendPoints(tx, { ...transfer, key: 'a', ...changed })).toEqual({
        refused: 'idempotencyMismatch',
      })
    }
  })

  test("treats another member's key as another key", async () => {
    await give(tx, callerId, 100)
    await give(tx, otherCaller, 100)
    done(await spendPoints(tx, { ...transfer, key: 'same' }))
    expect(done(await spendPoints(tx, { ...transfer, payerId: otherCaller, key: 'same' })).isRepeat).toBe(
      false,
    )
  })

  test('is refused without the points, and for a wallet that never had any', async () => {
    await give(tx, callerId, 99)
    expect(await spendPoints(tx, { ...transfer, key: 'a' })).toEqual({ refused: 'insufficientPoints' })
    expect(await spendPoints(tx, { ...transfer, key: 'b', payerId: otherCaller })).toEqual({
      refused: 'insufficientPoints',
    })
    await give(tx, callerId, 1)
    expect(done(await spendPoints(tx, { ...transfer, key: 'a' })).available).toBe(0)
  })
})

describe('holds', () => {
  const hold = { key: 'offer', memberId: callerId, points: 300, validSeconds: 60, reference: 'offer-1' }

  test('set points aside, are captured in parts, and release the rest', async () => {
    await give(tx, callerId, 500)
    const { holdId } = done(await placeHold(tx, hold))
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 500, held: 300, available: 200 })
    expect(await spendPoints(tx, { ...transfer, key: 'a', points: 201 })).toEqual({
      refused: 'insufficientPoints',
    })

    const capture = { key: '1', holdId, payeeId: broadcasterId, points: 120, purpose: 'offer' }
    const first = done(await captureHold(tx, capture))
    expect(done(await captureHold(tx, capture))).toEqual({ ...first, isRepeat: true })
    expect(await captureHold(tx, { ...capture, points: 119 })).toEqual({ refused: 'idempotencyMismatch' })
    expect(await captureHold(tx, { ...capture, key: '2', points: 181 })).toEqual({ refused: 'holdGone' })
    expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(48)

    expect(await releaseHold(tx, holdId)).toBe(180)
    expect(await releaseHold(tx, holdId)).toBe(0)
    expect(await captureHold(tx, { ...capture, key: '3', points: 1 })).toEqual({ refused: 'holdGone' })
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 380, held: 0 })
  })

  test('answer a retry with the first hold, and refuse too much or another amount', async () => {
    await give(tx, callerId, 300)
    const first = done(await placeHold(tx, hold))
    expect(done(await placeHold(tx, hold))).toEqual({ ...first, isRepeat: true })
    expect(await placeHold(tx, { ...hold, points: 1 })).toEqual({ refused: 'idempotencyMismatch' })
    expect(await placeHold(tx, { ...hold, key: 'next', points: 1 })).toEqual({
      refused: 'insufficientPoints',
    })
  })

  test('report an unknown hold as gone', async () => {
    const capture = { key: '1', holdId: 999_999, payeeId: null, points: 1, purpose: 'offer' }
    expect(await captureHold(tx, capture)).toEqual({ refused: 'holdGone' })
    expect(await releaseHold(tx, 999_999)).toBe(0)
  })

  test('are released by the job past their expiry, and others stay', async () => {
    await give(tx, callerId, 500)
    done(await placeHold(tx, { ...hold, points: 100 }))
    done(await placeHold(tx, { ...hold, key: 'late', points: 50 }))
    await sql`update hold set expires_at = now() - interval '1 second' where amount = 50`.execute(tx)
    expect(await releaseExpiredHolds(tx)).toBe(1)
    expect((await walletOf(tx, callerId)).held).toBe(100)
  })
})

describe('expiry', () => {
  test('takes points past it at once, whether a job has run or not', async () => {
    await give(tx, callerId, 200, { kind: 'free' })
    await give(tx, callerId, 300, { kind: 'paid' })
    await passExpiry(tx, callerId, 'free')
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 300, available: 300 })
    expect(await lotsOf(callerId)).toEqual([['paid', 300]])
    expect(await spendPoints(tx, { ...transfer, key: 'a', points: 301 })).toEqual({
      refused: 'insufficientPoints',
    })
    expect(done(await spendPoints(tx, { ...transfer, key: 'b', points: 300 })).available).toBe(0)
  })

  test('is posted by the nightly job once', async () => {
    await give(tx, callerId, 200, { kind: 'free' })
    await give(tx, otherCaller, 50, { kind: 'free' })
    await passExpiry(tx, callerId, 'free')
    expect(await expireLots(tx)).toBe(200)
    expect(await expireLots(tx)).toBe(0)
    expect(await balanceOf(tx, 'wallet', callerId)).toBe(0)
    expect(await balanceOf(tx, 'wallet', otherCaller)).toBe(50)
  })

  test('never takes points that a hold covers', async () => {
    await give(tx, callerId, 100, { kind: 'free' })
    await give(tx, callerId, 100, { kind: 'paid' })
    const { holdId } = done(
      await placeHold(tx, { key: 'h', memberId: callerId, points: 60, validSeconds: 60 }),
    )
    await passExpiry(tx, callerId, 'free')

    // 60 of the free lot stay for the hold, 40 expire; the paid lot can be spent in full.
    expect(await expireLots(tx)).toBe(40)
    expect(await walletOf(tx, callerId)).toMatchObject({ point: 160, held: 60, available: 100 })
    done(await spendPoints(tx, { ...transfer, key: 'a', points: 70 }))
    expect(await lotsOf(callerId)).toEqual([
      ['free', 60],
      ['paid', 30],
    ])

    // What is captured comes from the lot under the hold; what is released expires at once.
    done(await captureHold(tx, { key: '1', holdId, payeeId: null, points: 45, purpose: 'offer' }))
    expect(await releaseHold(tx, holdId)).toBe(15)
    expect(await lotsOf(callerId)).toEqual([['paid', 30]])
    expect(await balanceOf(tx, 'wallet', callerId)).toBe(30)
  })
})

describe('a refund', () => {
  const refund = { key: 'r', points: 'all', paidByPlatform: false, purpose: 'operator' } as const

  test('returns to the lots it came from, newest use first, and takes the share and the fee back', async () => {
    await give(tx, callerId, 50, { kind: 'free' })
    await give(tx, callerId, 100, { kind: 'paid' })
    const { transferId } = done(await spendPoints(tx, { ...transfer, key: 'a', points: 120 }))
    expect(await lotsOf(callerId)).toEqual([['paid', 30]])

    const first = done(await refundTransfer(tx, { ...refund, transferId, points: 80 }))
    expect(first).toMatchObject({ points: 80, takenBackPoints: 32, isRepeat: false })
    expect(await lotsOf(callerId)).toEqual([
      ['free', 10],
      ['paid', 100],
    ])
    expect(done(await refundTransfer(tx, { ...refund, transferId, points: 80 }))).toEqual({
      ...first,
      isRepeat: true,
    })

    expect(await refundTransfer(tx, { ...refund, transferId, key: 's', points: 41 })).toEqual({
      refused: 'refundExceeds',
    })
    expect(done(await refundTransfer(tx, { ...refund, transferId, key: 't' })).points).toBe(40)
    expect(await refundTransfer(tx, { ...refund, transferId, key: 'u' })).toEqual({
      refused: 'refundExceeds',
    })
    expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(0)
    expect(await platformIncome(tx)).toBe(0)
    expect((await walletOf(tx, callerId)).point).toBe(150)
  })

  test('paid by the platform leaves the share alone', async () => {
    await give(tx, callerId, 100)
    const { transferId } = done(await spendPoints(tx, { ...transfer, key: 'a' }))
    const answer = done(await refundTransfer(tx, { ...refund, transferId, paidByPlatform: true }))
    expect(answer.takenBackPoints).toBe(0)
    expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(40)
    expect(await platformIncome(tx)).toBe(-40)
  })

  test('beyond what the broadcaster has left stands in the debt account', async () => {
    await give(tx, callerId, 100)
    const { transferId } = done(await spendPoints(tx, { ...transfer, key: 'a' }))
    // Of the 40 points that the broadcaster earned, 25 are set aside for a payout.
    await sql`
      insert into hold (idem, account_id, amount, expires_at)
      select 'payout', id, 25, now() + interval '1 day' from account
      where kind = 'earnings' and owner_id = ${broadcasterId}`.execute(tx)
    await sql`update account set held = 25 where kind = 'earnings' and owner_id = ${broadcasterId}`.execute(
      tx,
    )

    expect(done(await refundTransfer(tx, { ...refund, transferId })).takenBackPoints).toBe(40)
    expect(await balanceOf(tx, 'earnings', broadcasterId)).toBe(25)
    expect(await balanceOf(tx, 'debt', broadcasterId)).toBe(-25)
    expect((await walletOf(tx, callerId)).point).toBe(100)
  })

  test('into a lot past its expiry expires at once', async () => {
    await give(tx, callerId, 100, { kind: 'free' })
    const { transferId } = done(await spendPoints(tx, { ...transfer, key: 'a' }))
    await passExpiry(tx, callerId, 'free')
    expect(done(await refundTransfer(tx, { ...refund, transferId })).points).toBe(100)
    expect(await balanceOf(tx, 'wallet', callerId)).toBe(0)
  })

  test('of an unknown payment, or with a key used for another amount, is refused', async () => {
    await give(tx, callerId, 200)
    const { transferId } = done(await spendPoints(tx, { ...transfer, key: 'a' }))
    const grant = await sql<{ id: number }>`select id from transfer where kind = 'grant'`.execute(tx)
    expect(await refundTransfer(tx, { ...refund, transferId: grant.rows[0]?.id ?? 0 })).toEqual({
      refused: 'notFound',
    })
    done(await refundTransfer(tx, { ...refund, transferId, points: 10 }))
    expect(await refundTransfer(tx, { ...refund, transferId, points: 20 })).toEqual({
      refused: 'idempotencyMismatch',
    })
  })
})

test.each(['transfer', 'entry', 'lot_return'])('%s can only be added to', async (table) => {
  for (const change of [`update ${table} set amount = 1`, `delete from ${table}`, `truncate ${table}`]) {
    await expect(database.sql.unsafe(change)).rejects.toThrow(`${table} is insert only`)
  }
})
