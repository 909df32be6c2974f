import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { reverseEarnings } from '#server/points/earnings/freezes.ts'
import { openFreezes } from '#server/points/earnings/payout-queries.ts'
import { refusePayout } from '#server/points/earnings/payouts.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import { applyOrderEvent } from '#server/points/orders/apply-order-event.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, confirmed } from '../orders/orders-world.ts'
import { bankAccount, daysAgo } from './earnings-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

/** The broadcaster earned this much ten days ago. */
async function earn(broadcaster: Person, points: number): Promise<void> {
  const caller = await world.caller(points * 3)
  await world.context.db.transaction().execute(async (tx) => {
    await postAt(tx, daysAgo(10))
    const present = { key: randomUUID(), payerId: caller.id, payeeId: broadcaster.id, purpose: 'present' }
    await spendPoints(tx, { ...present, points: Math.ceil(points / 0.4) })
  })
}

describe('a broadcaster over HTTP', () => {
  test('sees the earnings, saves a bank account, and requests a payout', async () => {
    const broadcaster = await world.broadcaster()
    await earn(broadcaster, 4_000)
    expect(await broadcaster.request('getEarnings', {})).toMatchObject({
      summary: { payable: 4_000, pending: 0 },
    })
    expect(await broadcaster.request('getEarningLines', {})).toMatchObject({
      lines: [{ earned: 4_000, callId: null }],
    })
    expect(await broadcaster.request('requestPayout', { payoutId: randomUUID() })).toMatchObject({
      code: 'payoutAccountMissing',
    })
    const saved = await broadcaster.request('savePayoutAccount', {
      account: { ...bankAccount, holder: 'さとう　みお' },
    })
    expect(saved).toMatchObject({ account: { maskedNumber: '••••567', holder: 'サトウ ミオ' } })
    expect(JSON.stringify(saved)).not.toContain('1234567')
    const payoutId = randomUUID()
    const [one, two] = await Promise.all([
      broadcaster.request('requestPayout', { payoutId }),
      broadcaster.request('requestPayout', { payoutId }),
    ])
    expect(one).toMatchObject({ payout: { payoutId, points: 4_000 } })
    expect(two).toEqual(one)
    expect(await broadcaster.request('getPayouts', {})).toMatchObject({
      payouts: [{ payoutId, state: 'requested' }],
    })
    expect(await world.ledgerDefects()).toEqual([])
  })

  test('grants one of two payout requests at once', async () => {
    const broadcaster = await world.broadcaster()
    await earn(broadcaster, 4_000)
    await broadcaster.request('savePayoutAccount', { account: bankAccount })
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => broadcaster.request('requestPayout', { payoutId: randomUUID() })),
    )
    expect(answers.filter((answer) => answer.type === 'success')).toHaveLength(1)
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'payoutOpen')).toHaveLength(3)
  })

  test('proves the identity before the money goes elsewhere: an open phone in a stranger’s hand is not enough', async () => {
    const broadcaster = await world.broadcaster()
    const { db } = world.context
    await db.updateTable('member').set({ password_hash: 'any' }).where('id', '=', broadcaster.id).execute()
    const longAgo = new Date(world.context.now() - identityProofLifeMs)
    await db
      .updateTable('session')
      .set({ proved_at: longAgo })
      .where('member_id', '=', broadcaster.id)
      .execute()
    expect(await broadcaster.request('savePayoutAccount', { account: bankAccount })).toMatchObject({
      code: 'identityProofNeeded',
    })
    expect(await broadcaster.request('getPayouts', {})).toMatchObject({ account: null })
  })

  test('is notified of every new account, and requests nothing within a day of a change', async () => {
    const broadcaster = await world.broadcaster()
    await earn(broadcaster, 4_000)
    const save = (number: string, holder: string = bankAccount.holder) =>
      broadcaster.request('savePayoutAccount', { account: { ...bankAccount, number, holder } })
    const notified = async () => {
      const answer = await broadcaster.request('getNotifications', {})
      return 'notifications' in answer ? answer.notifications.map(({ about }) => about) : answer
    }
    const requestsFrom = async () => {
      const answer = await broadcaster.request('getPayouts', {})
      return 'account' in answer ? answer.account?.requestsFrom : answer
    }
    await save('1111111')
    await save('1111111', 'サトウ ミオコ')
    expect(await notified()).toMatchObject([{ kind: 'payoutAccountSaved', maskedNumber: '••••111' }])
    expect(await requestsFrom()).toBeNull()
    const payoutId = randomUUID()
    expect(await broadcaster.request('requestPayout', { payoutId })).toMatchObject({ payout: { payoutId } })

    await save('2222222')
    expect(await notified()).toMatchObject([{ maskedNumber: '••••222' }, { maskedNumber: '••••111' }])
    expect(await broadcaster.request('requestPayout', { payoutId })).toMatchObject({ payout: { payoutId } })
    await inTransaction(world.context.db, (tx) => refusePayout(tx, payoutId, '確認中'))
    const another = randomUUID()
    expect(await broadcaster.request('requestPayout', { payoutId: another })).toMatchObject({
      code: 'payoutAccountChanged',
    })
    await world.database.sql`
      update payout_account set replaced_at = replaced_at - interval '23 hours 59 minutes' where member_id = ${broadcaster.id}`
    // The same account again starts no new day.
    await save('2222222')
    expect(Date.parse(`${await requestsFrom()}`) - Date.now()).toBeLessThanOrEqual(60_000)
    expect(await broadcaster.request('requestPayout', { payoutId: another })).toMatchObject({
      code: 'payoutAccountChanged',
    })
    await world.database.sql`
      update payout_account set replaced_at = replaced_at - interval '1 minute' where member_id = ${broadcaster.id}`
    expect(await requestsFrom()).toBeNull()
    expect(await broadcaster.request('requestPayout', { payoutId: another })).toMatchObject({
      payout: { payoutId: another },
    })
  })

  test('learns why an account can’t be used', async () => {
    const broadcaster = await world.broadcaster()
    const account = { ...bankAccount, number: '12' + '3456789' }
    expect(await broadcaster.request('savePayoutAccount', { account })).toMatchObject({
      code: 'bankAccountWrong',
    })
    expect(await broadcaster.request('getPayouts', {})).toMatchObject({ account: null })
  })

  test('stores nothing readable in the table', async () => {
    const broadcaster = await world.broadcaster()
    await broadcaster.request('savePayoutAccount', { account: bankAccount })
    const [row] = await world.database.sql`select * from payout_account where member_id = ${broadcaster.id}`
    expect(JSON.stringify(row)).not.toContain('1234567')
    expect(Buffer.from(row?.encrypted).toString('utf8')).not.toContain('サトウ')
  })
})

test('gives a caller no earnings, no account and no payouts', async () => {
  const caller = await world.caller()
  const answers = await Promise.all([
    caller.request('getEarnings', {}),
    caller.request('getEarningLines', {}),
    caller.request('getEarningStatement', { month: '2026-11' }),
    caller.request('getPayouts', {}),
    caller.request('savePayoutAccount', { account: bankAccount }),
    caller.request('requestPayout', { payoutId: randomUUID() }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ type: 'error', code: 'forbidden' })
})

describe('accounts of one person', () => {
  const ring = (from: Person, to: Person) =>
    from.request('sendCallRequest', { callId: newCallId(), partnerId: to.id, callType: 'voice' })

  const sameDevice = (one: Person, other: Person) =>
    world.database.sql`update member set device_key = ${randomUUID()} where id in (${one.id}, ${other.id})`

  test('can’t call each other from the device they both registered on, whichever one dials', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await sameDevice(caller, broadcaster)
    const refused = { code: 'callNotConnected', message: 'つながりませんでした' }
    expect(await ring(caller, broadcaster)).toMatchObject(refused)
    expect(await ring(broadcaster, caller)).toMatchObject(refused)
    expect(await ring(await world.caller(), broadcaster)).toMatchObject({ type: 'success' })
  })

  test('of two broadcasters with one bank account alert the operators', async () => {
    const [one, other] = [await world.broadcaster(), await world.broadcaster()]
    const account = { ...bankAccount, number: '7777777' }
    await one.request('savePayoutAccount', { account })
    await other.request('savePayoutAccount', { account: { ...account, holder: 'ベツ ナマエ' } })
    const notices = await world.database.sql`
      select text from operator_notice where kind = 'sharedPayoutAccount' and subject = ${other.id}`
    expect(notices[0]?.text).toContain(one.id)
  })
})

describe('a disputed order', () => {
  test('freezes what was earned from it until it is won, and alerts the operators', async () => {
    const [buyer, broadcaster] = [await buyerIn(world), await world.broadcaster()]
    const order = await buy(buyer, 'sandbox-approve', confirmed('c1000'))
    await inTransaction(world.context.db, async (tx) => {
      const present = { key: randomUUID(), payerId: buyer.id, payeeId: broadcaster.id, purpose: 'present' }
      await spendPoints(tx, { ...present, points: 1_000 })
    })
    const frozen = async () => {
      const answer = await broadcaster.request('getEarnings', {})
      return 'summary' in answer ? [answer.summary.frozen, answer.summary.pending] : answer
    }
    expect(await frozen()).toEqual([0, 400])
    await applyOrderEvent(world.context, order.orderId, { type: 'disputed' })
    expect(await frozen()).toEqual([400, 0])
    expect(await openFreezes(world.context.db)).toMatchObject([
      { orderId: order.orderId, points: 400, broadcasterIds: [broadcaster.id] },
    ])
    const notices = await world.database.sql`
      select subject from operator_notice where kind = 'earningsFrozen' and text like ${`%${broadcaster.id}%`}`
    expect([...notices]).toEqual([{ subject: `order:${order.orderId}` }])
    await applyOrderEvent(world.context, order.orderId, { type: 'disputeWon' })
    expect(await frozen()).toEqual([0, 400])
    await applyOrderEvent(world.context, order.orderId, { type: 'disputed' })
    expect(await reverseEarnings(world.context.db, order.orderId)).toEqual({ points: 400, isRepeat: false })
    expect(await frozen()).toEqual([0, 0])
    await applyOrderEvent(world.context, order.orderId, { type: 'disputeWon' })
    const late = await world.database.sql`select 1 from operator_notice where kind = 'disputeWonLate'`
    expect(late).toHaveLength(1)
    expect(await world.ledgerDefects()).toEqual([])
  })
})
