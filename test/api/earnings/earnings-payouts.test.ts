import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { fourEyesOverPoints, payoutPointsMin } from '#domain/points/payout.ts'
import type { Tx } from '#server/db/database.ts'
import { freezeEarnings, reverseEarnings } from '#server/points/earnings/freezes.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { payoutsToDecide } from '#server/points/earnings/payout-queries.ts'
import {
  approvePayout,
  payoutsOf,
  payPayout,
  refusePayout,
  requestPayout,
} from '#server/points/earnings/payouts.ts'
import { earningLines, earningStatement, earningSummary } from '#server/points/earnings/queries.ts'
import { refundTransfer } from '#server/points/ledger/ledger.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import {
  balanceOf,
  broadcasterId,
  callerId,
  done,
  eachUndone,
  give,
  otherBroadcaster,
} from '../ledger/ledger-fixture.ts'
import { aPresent, aPurchase, bankAccount, daysAgo } from './earnings-steps.ts'

const context = { secret: randomBytes(32), now: Date.now }
const least = payoutPointsMin / 0.4

let tx: Tx
let operatorIds: number[]
eachUndone((transaction) => {
  tx = transaction
})

beforeEach(async () => {
  await give(tx, callerId, 1_000_000)
  await savePayoutAccount(context, tx, broadcasterId, bankAccount)
  const operators = await tx
    .insertInto('operator')
    .values([
      { mail: 'one@example.jp', password_hash: '' },
      { mail: 'two@example.jp', password_hash: '' },
    ])
    .returning('id')
    .execute()
  operatorIds = operators.map((operator) => operator.id)
})

const request = (payoutId: string = randomUUID()) => requestPayout(Date, tx, broadcasterId, payoutId)
const approve = (payoutId: string, nth = 0) => approvePayout(tx, payoutId, operatorIds[nth] ?? 0)
const summaryOf = () => earningSummary(tx, broadcasterId)
const earned = () => balanceOf(tx, 'earnings', broadcasterId)

/** Something payable was requested, approved and paid. */
async function paidOut(): Promise<string> {
  const { payoutId } = done(await request())
  done(await approve(payoutId))
  done(await payPayout(tx, payoutId))
  return payoutId
}

describe('a request', () => {
  test('takes everything payable, and nothing that is pending', async () => {
    await aPresent(tx, least, daysAgo(10))
    await aPresent(tx, 500, daysAgo(1))
    expect(await request()).toMatchObject({ points: payoutPointsMin, state: 'requested' })
    expect(await summaryOf()).toMatchObject({ payable: 0, pending: 200, requested: payoutPointsMin })
    const lines = (await earningLines(tx, broadcasterId, { limit: 9 })).lines
    expect(lines.map((line) => line.state)).toEqual(['pending', 'requested'])
  })

  test('below the minimum is refused, and so is one without an account', async () => {
    await aPresent(tx, least - 5, daysAgo(10))
    expect(await request()).toEqual({ refused: 'payoutTooLittle' })
    expect(await requestPayout(Date, tx, otherBroadcaster, randomUUID())).toEqual({
      refused: 'payoutAccountMissing',
    })
    expect(await summaryOf()).toMatchObject({ payable: payoutPointsMin - 2, requested: 0 })
  })

  test('answers a repeat as the same request, makes another one wait, and ignores another member’s id', async () => {
    await aPresent(tx, least, daysAgo(10))
    const first = done(await request())
    expect(await request(first.payoutId)).toEqual(first)
    expect(await request()).toEqual({ refused: 'payoutOpen' })
    await savePayoutAccount(context, tx, otherBroadcaster, { ...bankAccount, number: '7654321' })
    expect(await requestPayout(Date, tx, otherBroadcaster, first.payoutId)).toEqual({
      refused: 'idempotencyMismatch',
    })
  })
})

/** What the broadcaster's inbox says of payouts, the oldest first. */
const notifiedMoments = async () => {
  const { rows } = await sql<{ moment: string }>`
    select details ->> 'moment' as moment from member_notice
    where member_id = ${broadcasterId} and kind = 'payoutMoved' order by id`.execute(tx)
  return rows.map(({ moment }) => moment)
}

describe('a decision', () => {
  test('to pay takes the points from the earnings, once', async () => {
    await aPresent(tx, least, daysAgo(10))
    const { payoutId } = done(await request())
    expect(await payPayout(tx, payoutId)).toEqual({ refused: 'payoutNotApproved' })
    expect(await approve(payoutId)).toEqual({ state: 'approved' })
    expect(await approve(payoutId)).toEqual({ state: 'approved' })
    expect(await payPayout(tx, payoutId)).toEqual({ isRepeat: false })
    expect(await payPayout(tx, payoutId)).toEqual({ isRepeat: true })
    expect(await earned()).toBe(0)
    expect(await summaryOf()).toMatchObject({ requested: 0, paid: payoutPointsMin })
    expect(await refusePayout(tx, payoutId, '遅い')).toEqual({ refused: 'payoutDecided' })
    const month = await earningStatement(tx, broadcasterId, (await summaryMonth()) ?? '')
    expect(month).toMatchObject({ paidOut: payoutPointsMin, closing: 0 })
    expect(await notifiedMoments()).toEqual(['approved', 'paid'])
  })

  test('to refuse makes everything payable again, for the next request', async () => {
    await aPresent(tx, least, daysAgo(10))
    const { payoutId } = done(await request())
    done(await approve(payoutId))
    expect(await refusePayout(tx, payoutId, '名義が違います')).toEqual({ isRepeat: false })
    expect(await refusePayout(tx, payoutId, '名義が違います')).toEqual({ isRepeat: true })
    expect(await approve(payoutId, 1)).toEqual({ refused: 'payoutDecided' })
    expect(await payPayout(tx, payoutId)).toEqual({ refused: 'payoutNotApproved' })
    expect(await payoutsOf(tx, broadcasterId)).toMatchObject([
      { state: 'refused', refusedBecause: '名義が違います' },
    ])
    expect(await notifiedMoments()).toEqual(['approved', 'refused'])
    expect(await summaryOf()).toMatchObject({ payable: payoutPointsMin, requested: 0 })
    expect(await request()).toMatchObject({ points: payoutPointsMin })
  })

  test('above the limit needs two different operators', async () => {
    await aPresent(tx, (fourEyesOverPoints + 40) / 0.4, daysAgo(10))
    const { payoutId } = done(await request())
    expect(await approve(payoutId)).toEqual({ state: 'requested' })
    expect(await approve(payoutId)).toEqual({ state: 'requested' })
    expect(await payPayout(tx, payoutId)).toEqual({ refused: 'payoutNotApproved' })
    expect(await approve(payoutId, 1)).toEqual({ state: 'approved' })
  })

  test('about an unknown request finds nothing', async () => {
    expect(await approve(randomUUID())).toEqual({ refused: 'notFound' })
    expect(await payPayout(tx, randomUUID())).toEqual({ refused: 'notFound' })
    expect(await refusePayout(tx, randomUUID(), '')).toEqual({ refused: 'notFound' })
  })
})

describe('what follows a payout', () => {
  test('takes what is refunded after it was paid out off the next payout, never below zero', async () => {
    const present = await aPresent(tx, least, daysAgo(10))
    await paidOut()
    const refund = { key: 'r', transferId: present, points: 500, paidByPlatform: false, purpose: 'operator' }
    done(await refundTransfer(tx, refund))
    expect([await earned(), await balanceOf(tx, 'debt', broadcasterId)]).toEqual([0, -200])
    expect(await summaryOf()).toMatchObject({ payable: 0, owed: 200 })
    await aPresent(tx, least + 500, daysAgo(9))
    expect(await summaryOf()).toMatchObject({ payable: payoutPointsMin, owed: 0 })
    await paidOut()
    expect([await earned(), await balanceOf(tx, 'debt', broadcasterId)]).toEqual([0, 0])
    expect((await payoutsOf(tx, broadcasterId)).map((payout) => payout.points)).toEqual([
      payoutPointsMin,
      payoutPointsMin,
    ])
  })

  test('makes a debt of a dispute of points that were paid out, when it is lost', async () => {
    await aPurchase(tx, { points: least, orderId: 'order-1', at: daysAgo(20) })
    await emptyOthers()
    await aPresent(tx, least, daysAgo(10))
    await paidOut()
    await freezeEarnings(tx, { disputeId: 'd', orderId: 'order-1' })
    expect(await reverseEarnings(tx, 'd')).toMatchObject({ points: payoutPointsMin })
    expect(await balanceOf(tx, 'debt', broadcasterId)).toBe(-payoutPointsMin)
    expect(await earned()).toBe(0)
  })

  test('approves no request with a disputed part', async () => {
    await aPurchase(tx, { points: least, orderId: 'order-1', at: daysAgo(20) })
    await emptyOthers()
    await aPresent(tx, least, daysAgo(10))
    const { payoutId } = done(await request())
    await freezeEarnings(tx, { disputeId: 'd', orderId: 'order-1' })
    expect(await approve(payoutId)).toEqual({ refused: 'payoutFrozen' })
    done(await refusePayout(tx, payoutId, '確認中'))
    expect(await summaryOf()).toMatchObject({ frozen: payoutPointsMin, payable: 0 })
  })

  test('approves no request with a part that was taken back, and lets the rest be requested again', async () => {
    await aPurchase(tx, { points: least, orderId: 'order-1', at: daysAgo(20) })
    await emptyOthers()
    await aPresent(tx, least, daysAgo(10))
    await give(tx, callerId, least)
    await aPresent(tx, least, daysAgo(9))
    const { payoutId, points } = done(await request())
    expect(points).toBe(2 * payoutPointsMin)
    await freezeEarnings(tx, { disputeId: 'd', orderId: 'order-1' })
    expect(await reverseEarnings(tx, 'd')).toMatchObject({ points: payoutPointsMin })
    expect(await approve(payoutId)).toEqual({ refused: 'payoutFrozen' })
    done(await refusePayout(tx, payoutId, '取り消された報酬があります'))
    expect(await payoutsToDecide(tx, 'decided')).toMatchObject([{ payoutId, isFrozen: false }])
    expect(done(await request())).toMatchObject({ points: payoutPointsMin })
    expect([await earned(), await balanceOf(tx, 'debt', broadcasterId)]).toEqual([payoutPointsMin, 0])
  })

  test('approves a payout that makes up for what was taken back after an earlier one', async () => {
    await aPurchase(tx, { points: least, orderId: 'order-1', at: daysAgo(20) })
    await emptyOthers()
    await aPresent(tx, least, daysAgo(10))
    await paidOut()
    await freezeEarnings(tx, { disputeId: 'd', orderId: 'order-1' })
    done(await reverseEarnings(tx, 'd'))
    await give(tx, callerId, 2 * least)
    await aPresent(tx, 2 * least, daysAgo(9))
    const { payoutId, points } = done(await request())
    expect(points).toBe(payoutPointsMin)
    expect(await approve(payoutId)).toEqual({ state: 'approved' })
  })
})

/** Spends the caller's earlier points, so that the disputed ones come next. */
async function emptyOthers(): Promise<void> {
  await postAt(tx, daysAgo(30))
  await sql`
    select * from spend_many(array['other'], array[${callerId}], array[null], array[1000000::bigint], array[0::bigint],
      array['test'], array[null])`.execute(tx)
}

async function summaryMonth(): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select to_char(max(created_at) at time zone 'Asia/Tokyo', 'YYYY-MM') as month from transfer where kind = 'payout'`.execute(
    tx,
  )
  return rows[0]?.month
}
