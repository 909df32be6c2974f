import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { freezeEarnings, reverseEarnings } from '#server/points/earnings/freezes.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { approvePayout, payPayout, requestPayout } from '#server/points/earnings/payouts.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { broadcasterId, callerId, done, eachUndone, give } from '../ledger/ledger-fixture.ts'
import { aPresent, aPurchase, bankAccount, daysAgo } from './earnings-steps.ts'

/** What each change does to sound earnings, and the defect that the check must find. */
const damages: [problem: string, change: string][] = [
  [
    'earnings are not what was earned and not paid out',
    `insert into clawback_part select id, :payment, 999, 5 from earning_freeze`,
  ],
  [
    'earnings are not what was earned and not paid out',
    `update payout set points = points + 1 where state = 'paid'`,
  ],
  ['a payout is not the sum of its parts', 'update payout_part set points = points + 1'],
  ['a payout is not what is set aside for it', `update payout set hold_id = null where state = 'requested'`],
  [
    'a payout is not what was posted',
    `update payout set state = 'refused', refused_because = 'x' where state = 'paid'`,
  ],
  ['a payout of nobody', `update transfer set reference = 'x' where kind = 'payout'`],
  ['an earning was paid out twice', 'update payout_part set points = 1000000'],
  ['a lost dispute is not what it took', 'update clawback_part set points = points + 1'],
  ['a lost dispute is not what it took', `update earning_freeze set state = 'open', decided_at = null`],
]

let tx: Tx
let payment: number
eachUndone((transaction) => {
  tx = transaction
})

/** A payout that was paid, one that is requested, and a dispute that was lost. */
beforeEach(async () => {
  await aPurchase(tx, { points: 1_000, orderId: 'order-1', at: daysAgo(40) })
  payment = await aPresent(tx, 500, daysAgo(30))
  await freezeEarnings(tx, { disputeId: 'order-1', orderId: 'order-1' })
  await reverseEarnings(tx, 'order-1')
  await give(tx, callerId, 100_000)
  await savePayoutAccount({ secret: randomBytes(32), now: Date.now }, tx, broadcasterId, bankAccount)
  const operator = await tx
    .insertInto('operator')
    .values({ mail: 'one@example.jp', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await aPresent(tx, 10_000, daysAgo(20))
  const payoutId = randomUUID()
  done(await requestPayout(Date, tx, broadcasterId, payoutId))
  done(await approvePayout(tx, payoutId, operator.id))
  done(await payPayout(tx, payoutId))
  await aPresent(tx, 10_000, daysAgo(10))
  done(await requestPayout(Date, tx, broadcasterId, randomUUID()))
})

test.each(damages)('%s: %s', async (problem, change) => {
  expect(await checkLedger(tx)).toEqual([])
  await sql`${sql.raw('savepoint sound')}`.execute(tx)
  await allowDamage()
  await sql.raw(change.replace(':payment', String(payment))).execute(tx)
  const problems = (await checkLedger(tx)).map((defect) => defect.problem)
  await sql`${sql.raw('rollback to savepoint sound')}`.execute(tx)
  expect(problems).toContain(problem)
})

test('every check is seen to find something', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_viewdef('ledger_earnings_check'::regclass) as text`.execute(tx)
  const named = rows[0]?.text.matchAll(/^ *SELECT '((?:[^']|'')+)'::text AS problem/gm) ?? []
  const problems = [...named].map((match) => match[1])
  expect([...new Set(damages.map(([problem]) => problem))].sort()).toEqual(problems.sort())
})

/** Removes the rules that prevent this damage. */
async function allowDamage(): Promise<void> {
  for (const statement of [
    'alter table transfer disable trigger insert_only',
    'alter table payout alter column hold_id drop not null',
    'alter table payout drop constraint payout_hold_id_key',
  ])
    await sql.raw(statement).execute(tx)
}
