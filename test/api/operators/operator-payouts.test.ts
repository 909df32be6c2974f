import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fourEyesOverPoints, payoutPointsMin } from '#domain/points/payout.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addOperator } from '#server/operators/accounts.ts'
import { freezeEarnings, liftFreeze, reverseEarnings } from '#server/points/earnings/freezes.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { approvePayout, requestPayout } from '#server/points/earnings/payouts.ts'
import { grantPoints, spendPoints } from '#server/points/ledger/ledger.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import { aPurchase, bankAccount, daysAgo } from '../earnings/earnings-steps.ts'
import { done } from '../ledger/ledger-fixture.ts'
import { createOperatorWorld, granted, type OperatorBrowser, type OperatorWorld } from './operator-world.ts'

let world: OperatorWorld
let yui: OperatorBrowser
beforeAll(async () => {
  world = await createOperatorWorld()
  yui = await world.signedIn()
})
afterAll(() => world.close())

let members = 70_000_000

/** A broadcaster who has requested so much, paid from an order if it is named; returns the request's id. */
async function requestedPayout(
  points: number,
  { holder = 'サトウ ミオ', orderId = '' } = {},
): Promise<string> {
  const [payerId, memberId] = [`${members++}`, `${members++}`]
  const { db } = world.context
  await db
    .insertInto('member')
    .values([
      { id: payerId, name: 'はらう' },
      { id: memberId, name: 'みお', role: 'broadcaster' },
    ])
    .execute()
  const payoutId = randomUUID()
  await inTransaction(db, async (tx) => {
    await postAt(tx, daysAgo(10))
    const paid = Math.ceil(points / 0.4)
    if (orderId) await aPurchase(tx, { points: paid, orderId, at: daysAgo(10), memberId: payerId })
    else
      done(
        await grantPoints(tx, { key: 'g', memberId: payerId, kind: 'paid', purpose: 'test', points: paid }),
      )
    const present = { key: 'p', payerId, payeeId: memberId, points: paid, purpose: 'present' }
    done(await spendPoints(tx, present))
    await savePayoutAccount(world.context, tx, memberId, {
      ...bankAccount,
      number: `${members % 10_000_000}`,
      holder,
    })
    done(await requestPayout(Date, tx, memberId, payoutId))
  })
  return payoutId
}

const openOf = async (payoutId: string) =>
  granted(await yui.request('operatorPayouts', { list: 'open' })).payouts.find(
    (one) => one.payoutId === payoutId,
  )

describe('an operator', () => {
  test('approves a request, takes the batch to the bank, and marks it as paid', async () => {
    const payoutId = await requestedPayout(payoutPointsMin, { holder: 'ガトウ, ジュンコ' })
    expect(await openOf(payoutId)).toMatchObject({ state: 'requested', approvalsNeeded: 1, approvedBy: [] })
    expect(await yui.request('operatorPayPayout', { payoutId })).toMatchObject({ code: 'payoutNotApproved' })
    expect(await yui.request('operatorApprovePayout', { payoutId })).toMatchObject({ state: 'approved' })
    const batch = granted(await yui.request('operatorPayoutBatch', {}))
    expect(batch).toMatchObject({ payouts: 1, yen: payoutPointsMin, unreadable: [] })
    expect(batch.csv).toContain(`"ｶﾞﾄｳ, ｼﾞﾕﾝｺ",${payoutPointsMin},${payoutId}`)
    expect(await yui.request('operatorPayPayout', { payoutId })).toMatchObject({ state: 'paid' })
    expect(await yui.request('operatorPayPayout', { payoutId })).toMatchObject({ state: 'paid' })
    expect(granted(await yui.request('operatorPayoutBatch', {})).payouts).toBe(0)
    expect(await openOf(payoutId)).toBeUndefined()
    expect(await checkLedger(world.context.db)).toEqual([])
  })

  test('gets each transfer in one batch, again only on request, and the log says which', async () => {
    const [first, second] = [await requestedPayout(payoutPointsMin), await requestedPayout(payoutPointsMin)]
    await yui.request('operatorApprovePayout', { payoutId: first })
    expect((await openOf(first))?.batchedAt).toBeNull()
    const both = await Promise.all([1, 2].map(() => yui.request('operatorPayoutBatch', {})))
    expect(both.map((batch) => granted(batch).payouts).sort()).toEqual([0, 1])
    expect((await openOf(first))?.batchedAt).not.toBeNull()
    await yui.request('operatorApprovePayout', { payoutId: second })
    const next = granted(await yui.request('operatorPayoutBatch', {}))
    expect(next).toMatchObject({ payouts: 1, batchedBefore: 1 })
    expect([next.csv.includes(first), next.csv.includes(second)]).toEqual([false, true])
    const again = granted(await yui.request('operatorPayoutBatch', { again: true }))
    expect(again).toMatchObject({ payouts: 2, yen: 2 * payoutPointsMin, batchedBefore: 2 })
    const [line] = await world.context.sql`select after from operator_audit order by id desc limit 1`
    expect(line?.after).toEqual({
      payouts: 2,
      yen: 2 * payoutPointsMin,
      again: true,
      payoutIds: [first, second],
    })
    for (const payoutId of [first, second]) granted(await yui.request('operatorPayPayout', { payoutId }))
  })

  test('refuses a request with a reason that the broadcaster reads', async () => {
    const payoutId = await requestedPayout(payoutPointsMin)
    expect(await yui.request('operatorRefusePayout', { payoutId, because: '  ' })).toMatchObject({
      code: 'badInput',
    })
    expect(await yui.request('operatorRefusePayout', { payoutId, because: '名義が違います' })).toMatchObject({
      state: 'refused',
    })
    const { payouts } = granted(await yui.request('operatorPayouts', { list: 'decided' }))
    expect(payouts.find((one) => one.payoutId === payoutId)).toMatchObject({
      refusedBecause: '名義が違います',
    })
    expect(await yui.request('operatorApprovePayout', { payoutId })).toMatchObject({ code: 'payoutDecided' })
  })

  test('sends nothing to the bank whose earnings froze after the approval, until the dispute is won', async () => {
    const orderId = randomUUID()
    const payoutId = await requestedPayout(payoutPointsMin, { orderId })
    granted(await yui.request('operatorApprovePayout', { payoutId }))
    await freezeEarnings(world.context.db, { disputeId: orderId, orderId })
    for (const again of [false, true]) {
      const batch = granted(await yui.request('operatorPayoutBatch', { again }))
      expect(batch).toMatchObject({ payouts: 0, yen: 0, frozen: [payoutId], unreadable: [] })
      expect(batch.csv).not.toContain(payoutId)
    }
    expect((await openOf(payoutId))?.batchedAt).toBeNull()
    await liftFreeze(world.context.db, orderId)
    expect(granted(await yui.request('operatorPayoutBatch', {}))).toMatchObject({ payouts: 1, frozen: [] })
    // It is still approved, and a file that didn't arrive would be made again.
    await freezeEarnings(world.context.db, { disputeId: orderId, orderId })
    done(await inTransaction(world.context.db, (tx) => reverseEarnings(tx, orderId)))
    expect(granted(await yui.request('operatorPayoutBatch', { again: true }))).toMatchObject({
      payouts: 0,
      frozen: [payoutId],
    })
    granted(await yui.request('operatorPayPayout', { payoutId }))
  })

  test('refuses what was given out for the bank only once the money isn’t on its way', async () => {
    const payoutId = await requestedPayout(payoutPointsMin)
    granted(await yui.request('operatorApprovePayout', { payoutId }))
    expect(granted(await yui.request('operatorPayoutBatch', {})).payouts).toBe(1)
    const refusal = { payoutId, because: '口座がありません' }
    expect(await yui.request('operatorRefusePayout', refusal)).toMatchObject({ code: 'payoutBatched' })
    expect(await openOf(payoutId)).toMatchObject({ state: 'approved' })
    const returned = { ...refusal, isReturned: true }
    expect(await yui.request('operatorRefusePayout', returned)).toMatchObject({ state: 'refused' })
    const [line] = await world.context.sql`select after from operator_audit order by id desc limit 1`
    expect(line?.after).toMatchObject({ state: 'refused', isReturned: true })
    expect(await yui.request('operatorRefusePayout', refusal)).toMatchObject({ state: 'refused' })
    expect(await checkLedger(world.context.db)).toEqual([])
  })

  test('alone can’t approve what is above the limit', async () => {
    const payoutId = await requestedPayout(fourEyesOverPoints + 1)
    for (const _ of [1, 2]) {
      expect(await yui.request('operatorApprovePayout', { payoutId })).toMatchObject({ state: 'requested' })
    }
    expect(await openOf(payoutId)).toMatchObject({ approvalsNeeded: 2, approvedBy: [world.mail] })
    const { mail } = await inTransaction(world.context.db, (tx) => addOperator(tx, 'rin@office.example'))
    const rin = await world.context.db
      .selectFrom('operator')
      .select('id')
      .where('mail', '=', mail)
      .executeTakeFirstOrThrow()
    expect(await inTransaction(world.context.db, (tx) => approvePayout(tx, payoutId, rin.id))).toEqual({
      state: 'approved',
    })
    expect(await openOf(payoutId)).toMatchObject({ state: 'approved', approvedBy: [world.mail, mail] })
  })

  test('leaves a line of everything', async () => {
    const payoutId = await requestedPayout(payoutPointsMin)
    await yui.request('operatorApprovePayout', { payoutId })
    await yui.request('operatorPayoutBatch', {})
    await yui.request('operatorPayPayout', { payoutId })
    await yui.request('operatorPayPayout', { payoutId: randomUUID() })
    const lines = (await world.audit()).slice(-3).map(({ action, subject }) => [action, subject])
    expect(lines).toEqual([
      ['operatorApprovePayout', `payout:${payoutId}`],
      ['operatorPayoutBatch', null],
      ['operatorPayPayout', `payout:${payoutId}`],
    ])
  })
})
