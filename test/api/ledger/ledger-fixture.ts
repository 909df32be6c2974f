import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import type { LotKind } from '#contract/core/shared.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

export const callerId = '11'
export const otherCaller = '12'
export const broadcasterId = '21'
export const otherBroadcaster = '22'

export async function addMembers(db: Db | Tx): Promise<void> {
  const ids = [callerId, otherCaller, broadcasterId, otherBroadcaster]
  await db
    .insertInto('member')
    .values(ids.map((id) => ({ id, name: `会員${id}`, role: id < '20' ? 'caller' : 'broadcaster' })))
    .execute()
}

let grants = 0

/** Funds a wallet by a grant of its own. */
export async function give(
  db: Db | Tx,
  memberId: string,
  points: number,
  lot: { kind?: LotKind; validDays?: number } = {},
): Promise<void> {
  const grant = { memberId, points, kind: lot.kind ?? 'paid', purpose: 'test', key: `give-${grants++}` }
  done(await grantPoints(db, lot.validDays ? { ...grant, validDays: lot.validDays } : grant))
}

/** The answer of a command that must not be refused here. */
export function done<Answer>(answer: Answer): Exclude<Answer, { refused: unknown }> {
  if (isRefusal(answer)) throw new Error(`refused: ${answer.refused}`)
  return answer as Exclude<Answer, { refused: unknown }>
}

/** Moves a member's lots of one kind past their expiry. */
export async function passExpiry(db: Db | Tx, memberId: string, kind: LotKind): Promise<void> {
  await sql`
    update lot set expires_at = now() - interval '1 second' from account a
    where a.id = lot.account_id and a.owner_id = ${memberId} and lot.kind = ${kind}::lot_kind`.execute(db)
  await sql`
    update account set next_expiry_at = least(next_expiry_at, now() - interval '1 second')
    where owner_id = ${memberId} and kind = 'wallet'`.execute(db)
}

/** Makes started meters due now. */
export async function passDueTime(db: Db | Tx): Promise<void> {
  await db
    .updateTable('meter')
    .set({ next_due_at: sql<Date>`now()` })
    .where('next_due_at', 'is not', null)
    .execute()
}

export async function balanceOf(
  db: Db | Tx,
  kind: 'wallet' | 'earnings' | 'debt',
  memberId: string,
): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('balance')
    .where('kind', '=', kind)
    .where('owner_id', '=', memberId)
    .executeTakeFirst()
  return row?.balance ?? 0
}

/** What the platform has received, less what it paid. */
export async function platformIncome(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from entry where account_id = platform_account()`.execute(
    db,
  )
  return rows[0]?.sum ?? 0
}

export async function expectSoundLedger(db: Db): Promise<void> {
  expect(await checkLedger(db)).toEqual([])
}

/**
 * Gives each test of a file a transaction that is undone after it, so that all start from an empty ledger
 * with four members. The ledger must be sound at the end of each.
 */
export function eachUndone(begin: (tx: Tx, database: TestDatabase) => void): void {
  let database: TestDatabase
  let current: Tx
  let undo: () => Promise<unknown>
  beforeAll(async () => {
    database = await createTestDatabase({ maxConnections: 2 })
    await addMembers(database.db)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    const transaction = await database.db.startTransaction().execute()
    undo = () => transaction.rollback().execute()
    current = transaction
    begin(transaction, database)
  })
  afterEach(async () => {
    try {
      expect(await checkLedger(current)).toEqual([])
    } finally {
      await undo()
    }
  })
}
