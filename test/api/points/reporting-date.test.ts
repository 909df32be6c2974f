import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { type BaseDateReport, closingPoints } from '#domain/points/reporting-date.ts'
import { expireLots } from '#server/points/jobs.ts'
import { refundTransfer, spendPoints } from '#server/points/ledger/ledger.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { baseDateReport } from '#server/points/reporting-date.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'
import {
  addMembers,
  broadcasterId,
  callerId,
  done,
  give,
  otherCaller,
  passExpiry,
} from '../ledger/ledger-fixture.ts'

const autumn = '2025-09-30'
const spring = '2026-03-31'

let database: TestDatabase
/** Paid points in all wallets as each reporting date ended, read from the lots themselves at that moment. */
const unusedThen: Record<string, number> = {}
let holdersInAutumn = 0

/** Runs a step as if at a time of Japan: what it posts bears that time. */
const at = async <Result>(time: string, work: () => Promise<Result>): Promise<Result> => {
  const { sql: driver } = database
  const [last] = await driver<{ id: number }[]>`select coalesce(max(id), 0)::bigint as id from transfer`
  const result = await work()
  await driver`update transfer set created_at = ${`${time}+09:00`}::timestamptz where id > ${last?.id ?? 0}`
  return result
}

const paidPoints = async (): Promise<{ points: number; holders: number }> => {
  const [row] = await database.sql<{ points: number; holders: number }[]>`
    select coalesce(sum(remaining), 0)::bigint as points, count(distinct account_id) as holders
    from lot where kind = 'paid' and remaining > 0`
  return row ?? { points: 0, holders: 0 }
}

let payments = 0
const pay = async (points: number): Promise<number> => {
  const payment = { payerId: callerId, payeeId: broadcasterId, points, purpose: 'present' }
  return done(await spendPoints(database.db, { ...payment, key: `pay-${payments++}` })).transferId
}

const buy = (order: string, owner: string, paid: number, free: number) =>
  sql`select * from grant_purchase(${order}, ${owner}, ${paid}, ${free}, 0, interval '180 days')`.execute(
    database.db,
  )

const reportOf = async (baseDate: string): Promise<BaseDateReport> => {
  const report = await baseDateReport(database.db, baseDate)
  if (isRefusal(report)) throw new Error(report.refused)
  return report
}

/** A year of purchases, payments, refunds, expiries and a chargeback over both reporting dates. */
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 2 })
  const { db } = database
  await addMembers(db)
  await sql`alter table transfer disable trigger user`.execute(db)
  await at('2025-09-10 12:00', () => buy('o-1', callerId, 3_000, 150))
  await at('2025-09-12 12:00', () => buy('o-2', otherCaller, 1_000, 0))
  await at('2025-09-13 12:00', () => give(db, otherCaller, 300, { kind: 'free' }))
  // 150 of it are free.
  const early = await at('2025-09-30 23:59:59.999999', () => pay(650))
  const autumnState = await paidPoints()
  unusedThen[autumn] = autumnState.points
  holdersInAutumn = autumnState.holders
  await at('2025-10-01 00:00', () => pay(400))
  await at('2025-12-01 12:00', async () =>
    done(
      await refundTransfer(db, {
        ...{ key: 'back', transferId: early, points: 100, paidByPlatform: false, purpose: 'operator' },
      }),
    ),
  )
  await at('2026-01-15 12:00', () => buy('o-3', callerId, 5_000, 400))
  await at('2026-02-01 12:00', () =>
    sql`select * from charge_back('o-3', ${callerId}, null::bigint)`.execute(db),
  )
  await passExpiry(db, otherCaller, 'paid')
  await at('2026-03-11 03:10', () => expireLots(db))
  unusedThen[spring] = (await paidPoints()).points
  await at('2026-04-01 00:00', () => buy('o-4', callerId, 1_000, 0))
  await at('2026-05-01 12:00', () => pay(700))
  await sql`alter table transfer enable trigger user`.execute(db)
})
afterAll(() => database.close())

describe('the report of a reporting date', () => {
  it('counts what was posted by the end of the Japanese day, and nothing after it', async () => {
    expect(await reportOf(autumn)).toMatchObject({
      periodStart: '2025-04-01',
      openingPoints: 0,
      issuedPoints: 4_000,
      usedPoints: 500,
      unusedPoints: 3_500,
      holders: 2,
    })
    expect(unusedThen[autumn]).toBe(3_500)
    expect(holdersInAutumn).toBe(2)
  })

  it('leads from one reporting date to the next by its movements', async () => {
    const report = await reportOf(spring)
    expect(report).toMatchObject({
      openingPoints: 3_500,
      issuedPoints: 5_000,
      returnedPoints: 100,
      expiredPoints: 1_000,
      unusedPoints: unusedThen[spring],
      holders: 1,
    })
    expect(report.takenBackPoints).toBeGreaterThanOrEqual(5_000)
    expect(closingPoints(report)).toBe(unusedThen[spring])
    // The orders themselves are missing here: their points are what counts.
    const defects = (await checkLedger(database.db)).filter(({ problem }) => problem !== 'points of no order')
    expect(defects).toEqual([])
  })

  it('is the same later, whatever happened since, and then names its checkpoint', async () => {
    const before = await reportOf(spring)
    expect(before.checkpointHash).toBeNull()
    await pay(100)
    await give(database.db, callerId, 5_000)
    const hash = 'ab'.repeat(32)
    await database.sql`insert into daily_checkpoint (day, transfers, points, digest, previous_hash, hash)
      values (${spring}::date, 1, 1, '', '', decode(${hash}, 'hex'))`
    expect(await reportOf(spring)).toEqual({ ...before, checkpointHash: hash })
  })

  it('shows points apart whose expiry isn’t posted yet', async () => {
    await database.sql`update lot set expires_at = '2026-03-31 23:00+09:00' where kind = 'paid' and remaining > 0
      and account_id = (select id from account where owner_id = ${callerId} and kind = 'wallet')`
    const report = await reportOf(spring)
    expect(report.overduePoints).toBeGreaterThan(0)
    expect(report.overduePoints).toBeLessThanOrEqual(report.unusedPoints)
  })

  it('is refused for other days, and for a day that isn’t over', async () => {
    expect(await baseDateReport(database.db, '2026-03-30')).toEqual({ refused: 'baseDateUnknown' })
    expect(await baseDateReport(database.db, '2999-03-31')).toEqual({ refused: 'baseDateAhead' })
  })
})
