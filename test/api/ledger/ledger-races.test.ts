import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { type Db, openDatabase, type Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { expireLots } from '#server/points/jobs.ts'
import {
  placeHold,
  refundTransfer,
  releaseHold,
  type Spend,
  spendMany,
  spendPoints,
} from '#server/points/ledger/ledger.ts'
import { createSpendBatcher } from '#server/points/ledger/spend-batcher.ts'
import {
  billDue,
  openMeter,
  pointBack,
  reportMeters,
  settleMeter,
  startMeter,
} from '#server/points/metering/metering.ts'
import { walletOf } from '#server/points/queries.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'
import {
  addMembers,
  balanceOf,
  broadcasterId,
  callerId,
  done,
  expectSoundLedger,
  give,
  otherBroadcaster,
  otherCaller,
  passDueTime,
  passExpiry,
} from './ledger-fixture.ts'

const racers = 8

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase({ maxConnections: racers })
  db = database.db
  await addMembers(db)
})
afterEach(() => database.close())

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** As an action runs it: everything or nothing. */
const action = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => inTransaction(db, work)

const present: Omit<Spend, 'key'> = {
  payerId: callerId,
  payeeId: broadcasterId,
  points: 30,
  purpose: 'present',
}

describe('payments at the same moment', () => {
  test('in opposite directions never deadlock', async () => {
    // Two members who pay each other: the same four accounts, named in either order.
    const members = [otherBroadcaster, broadcasterId]
    for (const id of members) await give(db, id, 10_000)
    const rounds = 20
    await times(racers, async (racer) => {
      for (let round = 0; round < rounds; round++) {
        const [a = '', b = ''] = (racer + round) % 2 === 0 ? members : members.toReversed()
        const key = `${racer}-${round}`
        const answers = await spendMany(database.sql, [
          { ...present, key, payerId: a, payeeId: b, points: 10 },
          { ...present, key, payerId: b, payeeId: a, points: 10 },
        ])
        answers.map(done)
      }
    })
    for (const id of members) {
      expect(await balanceOf(db, 'wallet', id)).toBe(10_000 - racers * rounds * 10)
      expect(await balanceOf(db, 'earnings', id)).toBe(racers * rounds * 4)
    }
    await expectSoundLedger(db)
  })

  test('with one key are one payment, and all get its answer', async () => {
    await give(db, callerId, 100)
    const batchers = [createSpendBatcher(database.sql), createSpendBatcher(database.sql)]
    const spend = { ...present, key: 'once' }
    const answers = await Promise.all([
      ...batchers.flatMap((batcher) => Array.from({ length: 10 }, () => batcher.spend(spend))),
      ...Array.from({ length: 4 }, () => action((tx) => spendPoints(tx, spend))),
    ])
    const posted = answers.map(done)
    expect(new Set(posted.map((answer) => answer.transferId)).size).toBe(1)
    expect(posted.filter((answer) => !answer.isRepeat)).toHaveLength(1)
    expect(await balanceOf(db, 'wallet', callerId)).toBe(70)
    await expectSoundLedger(db)
  })

  test('spend what is there and not a point more', async () => {
    await give(db, callerId, 50, { kind: 'free' })
    await give(db, callerId, 50, { kind: 'paid' })
    const answers = await times(racers, (index) =>
      action((tx) => spendPoints(tx, { ...present, key: `${index}` })),
    )
    expect(answers.filter(isRefusal)).toEqual(Array(racers - 3).fill({ refused: 'insufficientPoints' }))
    expect(await balanceOf(db, 'wallet', callerId)).toBe(10)
    await expectSoundLedger(db)
  })

  test('refund one payment once in all', async () => {
    await give(db, callerId, 100)
    const { transferId } = done(await spendPoints(db, { ...present, key: 'a', points: 100 }))
    const answers = await times(racers, (index) =>
      action((tx) =>
        refundTransfer(tx, {
          ...{
            key: `${index}`,
            transferId,
            points: 30,
            paidByPlatform: index % 2 === 0,
            purpose: 'operator',
          },
        }),
      ),
    )
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(3)
    expect(await balanceOf(db, 'wallet', callerId)).toBe(90)
    await expectSoundLedger(db)
  })
})

describe('the spend batcher', () => {
  test('sends the payments of one turn in one transaction, and answers each in its place', async () => {
    await give(db, callerId, 100)
    const batcher = createSpendBatcher(database.sql)
    const answers = await times(10, (index) =>
      batcher.spend({ ...present, key: `${index}`, points: 10 * (index + 1) }),
    )
    // 10, 20, 30 and 40 fit; the others don't, each for itself.
    expect(answers.map(isRefusal)).toEqual([false, false, false, false, ...Array(6).fill(true)])
    expect(await spendsByTransaction()).toEqual([4])
    await expectSoundLedger(db)
  })

  test('gathers what arrives while it is busy', async () => {
    await give(db, callerId, 1_000)
    const batcher = createSpendBatcher(database.sql)
    const send = (key: string) => batcher.spend({ ...present, key, points: 10 })
    const answers: Promise<unknown>[] = []
    await action(async (tx) => {
      await sql`select lock_accounts(array_agg(id)) from account`.execute(tx)
      for (const lanesTaken of [1, 2]) {
        answers.push(send(`alone-${lanesTaken}`))
        await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(lanesTaken)
      }
      answers.push(...Array.from({ length: 20 }, (_, index) => send(`together-${index}`)))
    })
    for (const answer of await Promise.all(answers)) done(answer)
    // The locks decide whose commit comes first, and whether both slots are free in the same turn: then the rest is shared.
    const spends = (await spendsByTransaction()).toSorted((one, other) => one - other)
    expect([
      [1, 1, 20],
      [1, 1, 4, 16],
    ]).toContainEqual(spends)
  })

  test('shares many payments out between its queues', async () => {
    await give(db, callerId, 1_000)
    const batcher = createSpendBatcher(database.sql)
    const answers = await times(41, (index) => batcher.spend({ ...present, key: `${index}`, points: 10 }))
    answers.map(done)
    expect(await spendsByTransaction()).toEqual([20, 21])
    await expectSoundLedger(db)
  })

  test('fails only the payment that the database rejects', async () => {
    await give(db, callerId, 100)
    const batcher = createSpendBatcher(database.sql)
    const toNobody = { ...present, payeeId: '999999' }
    const settled = await Promise.allSettled([
      batcher.spend({ ...present, key: 'first' }),
      batcher.spend({ ...present, key: 'before' }),
      batcher.spend({ ...toNobody, key: 'bad' }),
      batcher.spend({ ...present, key: 'after' }),
    ])
    expect(settled.map((each) => each.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await balanceOf(db, 'wallet', callerId)).toBe(10)
    expect(done(await batcher.spend({ ...present, key: 'later', points: 10 })).available).toBe(0)
  })

  test('pays each key once when it is sent again after the connection was cut', async () => {
    await give(db, callerId, 300)
    const victim = openDatabase(database.url, { maxConnections: 1, applicationName: 'victim' })
    const batcher = createSpendBatcher(victim.sql)
    // A client sends again until it is answered.
    const send = (key: string) =>
      vi.waitFor(async () => done(await batcher.spend({ ...present, key })), {
        interval: 10,
        timeout: 10_000,
      })
    const cut = () => database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`
    await send('0')
    await Promise.all([times(10, (index) => send(`${index}`)), cut(), cut()])
    expect(await balanceOf(db, 'wallet', callerId)).toBe(0)
    await expectSoundLedger(db)
    await victim.sql.end({ timeout: 0 })
  })

  /** How many payments each transaction posted, the fewest first. */
  async function spendsByTransaction(): Promise<number[]> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from transfer where kind = 'spend' group by created_at order by count`.execute(db)
    return rows.map(({ count }) => count)
  }

  async function waitingForLocks(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count ?? 0
  }
})

describe('calls at the same moment', () => {
  const meterOf = (callId: string, payerId = callerId, payeeId = broadcasterId) => ({
    ...{ callId, payerId, broadcasterId: payeeId, ratePointsPerMin: 200 },
  })

  test('give one account one metered session, whatever its devices do', async () => {
    await give(db, callerId, 1_000)
    const answers = await times(racers, (index) => action((tx) => openMeter(tx, meterOf(`call-${index}`))))
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
    expect((await walletOf(db, callerId)).held).toBe(200)
    await expectSoundLedger(db)
  })

  test('open once when the same opening is sent twice', async () => {
    await give(db, callerId, 1_000)
    const answers = await times(racers, () => action((tx) => openMeter(tx, meterOf('call'))))
    expect(answers).toEqual(Array(racers).fill({ fundedIncrements: 10, fundedMs: 60_000, heldPoints: 200 }))
    expect((await walletOf(db, callerId)).held).toBe(200)
  })

  test('are shared by billers: every increment once, none left out', async () => {
    const calls = await runningCalls(30)
    for (let seconds = 30; seconds <= 180; seconds += 30) {
      await reportMeters(
        db,
        calls.map((callId) => ({ callId, chargedMs: seconds * 1_000, connectedMs: seconds * 1_000 })),
      )
      await passDueTime(db)
      const billed = (await times(4, () => billAll(5))).flat()
      // Each call was due once in this round, and one biller charged it.
      expect(billed.map((each) => each.callId).sort()).toEqual([...calls].sort())
      expect(billed.map((each) => each.chargedIncrements)).toEqual(calls.map(() => seconds / 6))
    }
    await expectSoundLedger(db)
  })

  test('settle once, to the last report, after a hang-up, report, billing and payment at once', async () => {
    const [callId = ''] = await runningCalls(1)
    await reportMeters(db, [{ callId, chargedMs: 50_000, connectedMs: 50_000 }])
    await passDueTime(db)
    const payerId = '100'
    await Promise.all([
      ...Array.from({ length: 3 }, () =>
        action((tx) => settleMeter(tx, callId, { chargedMs: 61_000, connectedMs: 61_000 })),
      ),
      billDue(db, 10),
      reportMeters(db, [{ callId, chargedMs: 55_000, connectedMs: 55_000 }]),
      action((tx) => spendPoints(tx, { ...present, payerId, key: 'gift' })),
      billDue(db, 10),
    ])
    const settled = await action((tx) => settleMeter(tx, callId))
    // Ten increments when the hang-up came before the billing, eleven when the next minute was funded by
    // then.
    expect([10, 11]).toContain(settled?.chargedIncrements)
    expect((await walletOf(db, payerId)).point).toBe(5_000 - 30 - (settled?.points ?? 0))
    expect((await walletOf(db, payerId)).held).toBe(0)
    await expectSoundLedger(db)
  })

  async function runningCalls(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, index) => ({
      payer: `${100 + index}`,
      payee: `${200 + index}`,
    }))
    await db
      .insertInto('member')
      .values(ids.flatMap(({ payer, payee }) => [payer, payee].map((id) => ({ id, name: id }))))
      .execute()
    await Promise.all(
      ids.map(({ payer, payee }) =>
        action(async (tx) => {
          await give(tx, payer, 5_000)
          done(await openMeter(tx, meterOf(`call-${payer}`, payer, payee)))
          await startMeter(tx, `call-${payer}`)
        }),
      ),
    )
    return ids.map(({ payer }) => `call-${payer}`)
  }

  async function billAll(limit: number): Promise<Awaited<ReturnType<typeof billDue>>> {
    const billed = await billDue(db, limit)
    return billed.length === 0 ? [] : [...billed, ...(await billAll(limit))]
  }
})

test('leave a sound ledger and no deadlock after a storm of everything', async () => {
  for (const id of [callerId, otherCaller]) await give(db, id, 20_000)
  const payees = [broadcasterId, otherBroadcaster]
  for (let round = 0; round < 15; round++) {
    await give(db, callerId, 500, { kind: 'free' })
    const calls = [`${round}-a`, `${round}-b`]
    const [first = '', second = ''] = calls
    const open = (callId: string, payerId: string, nth: number) =>
      action(async (tx) => {
        const broadcasterId = payees[(round + nth) % 2] ?? ''
        await openMeter(tx, { callId, payerId, broadcasterId, ratePointsPerMin: 140 })
        await startMeter(tx, callId)
      })
    await Promise.all([open(first, callerId, 0), open(second, otherCaller, 1)])
    const report = (chargedMs: number) =>
      reportMeters(
        db,
        calls.map((callId) => ({ callId, chargedMs, connectedMs: chargedMs })),
      )
    const endCall = (callId: string) =>
      action(async (tx) => {
        await settleMeter(tx, callId, { chargedMs: 70_000, connectedMs: 70_000 })
        await pointBack(tx, {
          callId,
          points: 140,
          reason: 'connectionLost',
          paidByPlatform: round % 2 === 0,
        })
      })
    const spend = (index: number) =>
      action(async (tx) => {
        const payerId = index % 2 ? callerId : otherCaller
        const payeeId = payees[index % 3] ?? null
        const posted = await spendPoints(tx, { ...present, key: `${round}-${index}`, payerId, payeeId })
        if (isRefusal(posted) || index % 2 === 0) return
        const refund = { key: 'back', transferId: posted.transferId, points: 7, purpose: 'operator' }
        await refundTransfer(tx, { ...refund, paidByPlatform: index % 3 === 0 })
      })
    const offer = () =>
      action(async (tx) => {
        const hold = { key: `${round}`, memberId: callerId, points: 40, validSeconds: 60 }
        await releaseHold(tx, done(await placeHold(tx, hold)).holdId)
      })
    await passDueTime(db)
    await Promise.all([
      ...[report(20_000), report(50_000), billDue(db, 1), billDue(db, 5)],
      ...Array.from({ length: 6 }, (_, index) => spend(index)),
      ...[
        offer(),
        passExpiry(db, callerId, 'free').then(() => expireLots(db)),
        endCall(first),
        billDue(db, 5),
      ],
      ...[endCall(second), endCall(first), expireLots(db)],
    ])
    await expectSoundLedger(db)
  }
})
