/** A payout request, and what commits between its look at the earnings and its end. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payoutPointsMin } from '#domain/points/payout.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { freezeEarnings, reverseEarnings } from '#server/points/earnings/freezes.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { approvePayout, refusePayout, requestPayout } from '#server/points/earnings/payouts.ts'
import { earningSummary } from '#server/points/earnings/queries.ts'
import { refundTransfer } from '#server/points/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'
import { addMembers, broadcasterId, done, expectSoundLedger } from '../ledger/ledger-fixture.ts'
import { aPresent, aPurchase, bankAccount, daysAgo } from './earnings-steps.ts'

const payoutId = randomUUID()
const share = 2 * payoutPointsMin
const order = { disputeId: 'order-1', orderId: 'order-1' }

let database: TestDatabase
let db: Db
let present: number
beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  await addMembers(db)
  // Otherwise a transaction that creates it keeps a request from even looking.
  await sql`select account_of('debt', ${broadcasterId})`.execute(db)
  present = await inTransaction(db, async (tx) => {
    await savePayoutAccount({ secret: randomBytes(32), now: Date.now }, tx, broadcasterId, bankAccount)
    await aPurchase(tx, { points: share / 0.4, orderId: 'order-1', at: daysAgo(20) })
    return aPresent(tx, share / 0.4, daysAgo(10))
  })
})
afterEach(() => database.close())

const request = () => inTransaction(db, (tx) => requestPayout(Date, tx, broadcasterId, payoutId))
const waiting = async (): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
/** Requests while a transaction that did `before` is open; then that transaction ends as it wants to. */
async function requestDuring(
  before: (tx: Tx) => Promise<unknown>,
  end: 'commit' | 'rollback',
  meanwhile?: () => Promise<unknown>,
) {
  const transaction = await db.startTransaction().execute()
  await before(transaction)
  const requested = request()
  await expect.poll(waiting).toBe(true)
  await meanwhile?.()
  await transaction[end]().execute()
  return requested
}

test('a dispute that commits before the request is written keeps it from being approved, parts and all', async () => {
  const { id: operatorId } = await db
    .insertInto('operator')
    .values({ mail: 'one@example.jp', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const usesItsKey = (tx: Tx) =>
    sql`insert into hold (idem, account_id, amount, expires_at)
      values (${`payout:${payoutId}`}, platform_account(), 1, 'infinity')`.execute(tx)
  const requested = await requestDuring(usesItsKey, 'rollback', () => freezeEarnings(db, order))
  expect(requested).toMatchObject({ points: share })
  expect(await inTransaction(db, (tx) => approvePayout(tx, payoutId, operatorId))).toEqual({
    refused: 'payoutFrozen',
  })
  await expectSoundLedger(db)
  done(await inTransaction(db, (tx) => refusePayout(tx, payoutId, '確認中')))
  expect(await earningSummary(db, broadcasterId)).toMatchObject({ frozen: share, payable: 0 })
})

test('what is refunded before the account is locked is not in the request', async () => {
  const returned = {
    key: 'r',
    transferId: present,
    points: 2_500,
    paidByPlatform: false,
    purpose: 'operator',
  }
  const requested = await requestDuring((tx) => refundTransfer(tx, returned), 'commit')
  expect(requested).toMatchObject({ points: share - 1_000 })
  await expectSoundLedger(db)
})

test('what a lost dispute takes back is not in it either', async () => {
  await inTransaction(db, async (tx) => {
    await aPurchase(tx, { points: share / 0.4, orderId: 'order-2', at: daysAgo(20) })
    await aPresent(tx, share / 0.4, daysAgo(10))
  })
  const lost = async (tx: Tx) => {
    await freezeEarnings(tx, order)
    done(await reverseEarnings(tx, order.disputeId))
  }
  expect(await requestDuring(lost, 'commit')).toMatchObject({ points: share })
  await expectSoundLedger(db)
})
