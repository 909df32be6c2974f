import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Tx } from '#server/db/database.ts'
import { captureHold, placeHold, refundTransfer, spendPoints } from '#server/points/ledger/ledger.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import {
  openMeter,
  pointBack,
  reportMeters,
  settleMeter,
  startMeter,
} from '#server/points/metering/metering.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'
import {
  addMembers,
  broadcasterId,
  callerId,
  done,
  give,
  otherBroadcaster,
  otherCaller,
} from './ledger-fixture.ts'

/** What each change does to a sound ledger, and the defect that the check must find. */
const damages: [problem: string, change: string][] = [
  ['entries do not sum to zero', `insert into entry values (1, currval('transfer_id_seq'), 5)`],
  ['an entry of no transfer', 'insert into entry values (1, 999999, 1), (2, 999999, -1)'],
  [
    'an entry of no account',
    'update entry set account_id = 999999 where account_id = :earnings and transfer_id = :spend',
  ],
  ['entries do not match the transfer', 'update transfer set amount = amount + 1 where id = :spend'],
  ['entries do not match the transfer', 'update transfer set amount = amount + 1 where id = :refund'],
  ['balance is not the sum of its entries', 'update account set balance = balance + 1 where id = :earnings'],
  ['balance is not the sum of its lots', 'update account set balance = balance + 1 where id = :wallet'],
  ['lots of no wallet', 'update lot set account_id = :earnings where account_id = :wallet'],
  ["a lot's uses are not what it lost", 'update lot set remaining = remaining - 1 where remaining > 0'],
  ["a lot's uses are not what it lost", 'update lot_use set amount = amount + 1 where transfer_id = :spend'],
  ['a lot differs from its grant', 'update lot set granted = granted + 1'],
  ['a grant without a lot', 'delete from lot where account_id = :wallet'],
  ['what left a wallet did not leave its lots', 'delete from lot_use where transfer_id = :spend'],
  ['a refund did not reach the lots', 'update lot_return set amount = amount - 1'],
  [
    'refunded is not what was returned',
    'update lot_use set refunded = refunded + 1 where transfer_id = :spend',
  ],
  ['more was refunded than was paid', 'update transfer set amount = 1000 where id = :refund'],
  ['an expiry may be missed', `update account set next_expiry_at = 'infinity' where id = :wallet`],
  ['an expiry may be missed', 'update account set next_expiry_at = null where id = :wallet'],
  ['negative', 'update account set held = 999999 where id = :wallet'],
  ['held is not the sum of open holds', 'update account set held = held - 1 where id = :wallet'],
  ['captured is not the sum of the captures', 'update hold set captured = captured + 1 where id = :hold'],
  [
    'an open hold nobody will close',
    `update hold set expires_at = now() - interval '2 hours' where id = :hold`,
  ],
  ['an open hold nobody will close', 'update hold set expires_at = null where id = :hold'],
  ['an open meter nobody reports', `update meter set reported_at = now() - interval '2 hours'`],
  ["a meter's hold is not what it has funded", 'update meter set funded_increments = 11'],
  ["a meter's hold is not what it has funded", `update meter set hold_id = null where call_id = 'ended'`],
  ["a meter's charges are not what it captured", `delete from meter_charge where call_id = 'ended'`],
  ["a meter's charges are not what it captured", 'update meter set captured_increments = 2'],
  ['the earned share is not that of the whole call', 'update transfer set fee = fee - 1 where id = :charge'],
  ['captured beyond what was used', `update meter set charged_ms = 24000 where call_id = 'ended'`],
  [
    'an increment was billed twice or left out',
    'update meter_charge set first_increment = 1 where transfer_id = :charge',
  ],
  ['a charge differs from its meter', 'update transfer set credit = :wallet where id = :charge'],
  ['a charge differs from its meter', 'update transfer set hold_id = :hold where id = :charge'],
  [
    'point-back is not the sum of its refunds',
    `update meter set point_back_points = 1 where call_id = 'ended'`,
  ],
]

let database: TestDatabase
let ids: Record<string, number>

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 2 })
  await addMembers(database.db)
  ids = await soundLedger(database.db)
})
afterAll(() => database.close())

test('a sound ledger has no defect', async () => {
  expect(await checkLedger(database.db)).toEqual([])
})

test.each(damages)('%s: %s', async (problem, change) => {
  const problems = await problemsAfter(change)
  expect(problems).toContain(problem)
})

test('every check is seen to find something', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_viewdef('ledger_movement_check'::regclass) as text`.execute(database.db)
  const named = rows[0]?.text.matchAll(/^ *SELECT '((?:[^']|'')+)'::text AS problem/gm) ?? []
  const problems = [...named].map((match) => match[1]?.replaceAll("''", "'"))
  expect(problems.length).toBeGreaterThan(20)
  expect([...new Set(damages.map(([problem]) => problem))].sort()).toEqual(problems.sort())
})

/** Makes a change that only a bug or a hand in the database could make, checks, and undoes it. */
async function problemsAfter(change: string): Promise<string[]> {
  const transaction = await database.db.startTransaction().execute()
  try {
    await allowDamage(transaction)
    await sql.raw(change.replace(/:(\w+)/g, (_, name) => String(ids[name]))).execute(transaction)
    return (await checkLedger(transaction)).map((defect) => defect.problem)
  } finally {
    await transaction.rollback().execute()
  }
}

/** Removes the rules that prevent most of this damage. */
async function allowDamage(tx: Tx): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement
    from pg_constraint
    where contype in ('c', 'f', 'u') and conrelid::regclass::text
      in ('account', 'transfer', 'entry', 'lot', 'lot_use', 'lot_return', 'hold', 'meter', 'meter_charge')
    union all
    select format('alter table %s disable trigger insert_only', tgrelid::regclass)
    from pg_trigger where tgname = 'insert_only'`.execute(tx)
  for (const { statement } of rows) await sql.raw(statement).execute(tx)
}

/** A payment partly refunded, a hold partly captured, an ended and a running call. */
async function soundLedger(db: Db): Promise<Record<string, number>> {
  await give(db, callerId, 100, { kind: 'free' })
  await give(db, callerId, 2_000)
  await give(db, otherCaller, 500)
  const transfer = { payerId: callerId, payeeId: broadcasterId, points: 150, purpose: 'present' }
  const spend = done(await spendPoints(db, { ...transfer, key: 'gift' }))
  const refund = done(
    await refundTransfer(db, {
      ...{
        key: 'back',
        transferId: spend.transferId,
        points: 60,
        paidByPlatform: false,
        purpose: 'operator',
      },
    }),
  )
  const hold = done(await placeHold(db, { key: 'offer', memberId: callerId, points: 90, validSeconds: 600 }))
  const capture = { key: '1', holdId: hold.holdId, payeeId: otherBroadcaster, points: 40, purpose: 'offer' }
  done(await captureHold(db, capture))
  await db.transaction().execute(async (tx) => {
    const rates = { ratePointsPerMin: 200, broadcasterId: broadcasterId }
    done(await openMeter(tx, { callId: 'ended', payerId: callerId, ...rates }))
    await settleMeter(tx, 'ended', { chargedMs: 30_000, connectedMs: 30_000 })
    await pointBack(tx, { callId: 'ended', points: 20, reason: 'connectionLost', paidByPlatform: false })
    done(await openMeter(tx, { callId: 'running', payerId: otherCaller, ...rates }))
    await startMeter(tx, 'running')
    await reportMeters(tx, [{ callId: 'running', chargedMs: 20_000, connectedMs: 20_000 }])
  })
  const charge = await db.selectFrom('meter_charge').select('transfer_id').executeTakeFirstOrThrow()
  const account = (kind: 'wallet' | 'earnings', owner: string) =>
    db
      .selectFrom('account')
      .select('id')
      .where('kind', '=', kind)
      .where('owner_id', '=', owner)
      .executeTakeFirstOrThrow()
  return {
    spend: spend.transferId,
    refund: refund.transferId,
    hold: hold.holdId,
    charge: charge.transfer_id,
    wallet: (await account('wallet', callerId)).id,
    earnings: (await account('earnings', broadcasterId)).id,
  }
}
