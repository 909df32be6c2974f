import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db, Tx } from '#server/db/database.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { checkpointDueDays, checkpointsOfTransfers } from '#server/points/checkpoints.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { checkLedgerNightly } from '#server/points/operator/jobs.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'
import { repeats } from '#test/helpers/test-length.ts'
import {
  addMembers,
  broadcasterId,
  callerId,
  done,
  expectSoundLedger,
  give,
} from '../ledger/ledger-fixture.ts'

/** Days that end while payments are made. */
const midnights = repeats({ usual: 30, long: 600 })

let database: TestDatabase
let db: Db
const log = createLog('silent')

beforeEach(async () => {
  database = await createTestDatabase({ maxConnections: 12 })
  db = database.db
  await addMembers(db)
})
afterEach(() => database.close())

/** The rules that prevent most of this damage. */
const setRules = async (on: Db | Tx, state: 'enable' | 'disable'): Promise<void> => {
  for (const table of ['transfer', 'entry', 'daily_checkpoint'])
    await sql.raw(`alter table ${table} ${state} trigger user`).execute(on)
}

/** Writes what the rules refuse, as the owner of the database could. */
const asIntruder = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await setRules(tx, 'disable')
    const result = await work(tx)
    await setRules(tx, 'enable')
    return result
  })

let gifts = 0
const gift = async (on: Db | Tx = db): Promise<number> => {
  const key = `gift-${gifts++}`
  const payment = { key, payerId: callerId, payeeId: broadcasterId, points: 10, purpose: 'present' }
  return done(await spendPoints(on, payment)).transferId
}

/** A payment as it would have been posted this many days ago. */
const payDaysAgo = (days: number): Promise<number> =>
  asIntruder(async (tx) => {
    const id = await gift(tx)
    await sql`update transfer set created_at = now() - ${days}::int * interval '24 hours' where id = ${id}`.execute(
      tx,
    )
    return id
  })

/** What the wallet received is as old as the oldest day. */
const beginDaysAgo = async (days: number): Promise<void> => {
  await give(db, callerId, 5_000)
  await asIntruder((tx) =>
    sql`update transfer set created_at = now() - ${days}::int * interval '24 hours'`.execute(tx),
  )
}

const japaneseDay = async (daysAgo: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select japanese_day(now() - ${daysAgo}::int * interval '24 hours') as day`.execute(db)
  return rows[0]?.day ?? ''
}

const defects = async (): Promise<string[]> =>
  (await checkLedger(db)).map(({ problem, subject }) => `${problem}: ${subject}`)

it('checking them needs one statement per day', async () => {
  await beginDaysAgo(3)
  await checkpointDueDays({ db, log })
  const timeout = await db.transaction().execute(async (tx) => {
    await checkLedger(tx)
    return (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx)).rows[0]
  })
  expect(timeout).toEqual({ statement_timeout: '10min' })
})

describe('a day of transfers', () => {
  it('gets its checkpoint when it is over, each chained to the previous one, days without transfers as well', async () => {
    await beginDaysAgo(4)
    await payDaysAgo(3)
    await payDaysAgo(1)
    const checkpoints = await checkpointDueDays({ db, log })
    // Yesterday's end may be less than the lag ago.
    expect(checkpoints.map(({ transfers }) => transfers).slice(0, 3)).toEqual([1, 1, 0])
    expect(checkpoints.map(({ day }) => day).slice(0, 3)).toEqual(
      await Promise.all([4, 3, 2].map(japaneseDay)),
    )
    const rows = await db.selectFrom('daily_checkpoint').selectAll().orderBy('day').execute()
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1]?.hash ?? Buffer.alloc(32)
      expect(Buffer.compare(row.previous_hash as Buffer, before as Buffer)).toBe(0)
    }
    expect(await checkpointDueDays({ db, log })).toEqual([])
    await expectSoundLedger(db)
  })

  it('has none while it lasts, and until transactions that began in it have had their time', async () => {
    await beginDaysAgo(1)
    const day = await japaneseDay(1)
    const dueAfter = async (interval: string) => {
      const { rows } = await sql<{ day: string | null }>`
        select next_checkpoint_day(day_start(${day}::date + 1) + ${interval}::interval) as day`.execute(db)
      return rows[0]?.day
    }
    expect(await dueAfter('9 minutes 59 seconds')).toBeNull()
    expect(await dueAfter('10 minutes')).toBe(day)
  })

  it('gets one checkpoint, however many processes try', async () => {
    await beginDaysAgo(3)
    const rounds = await Promise.all([1, 2, 3, 4].map(() => checkpointDueDays({ db, log })))
    const days = rounds.flat().map(({ day }) => day)
    expect(new Set(days).size).toBe(days.length)
    expect(days.length).toBeGreaterThanOrEqual(2)
    await expectSoundLedger(db)
  })

  it('is named on a receipt with its checkpoint once it has one', async () => {
    await beginDaysAgo(3)
    const [old, fresh] = [await payDaysAgo(2), await gift()]
    await checkpointDueDays({ db, log })
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(await checkpointsOfTransfers(db, [old, fresh])).toEqual([
      { day: await japaneseDay(2), hash },
      { day: await japaneseDay(0), hash: null },
    ])
  })
})

describe('a change in the database of a day that has a checkpoint', () => {
  const changes: [what: string, change: string, found: string][] = [
    [
      'an amount',
      `update transfer set amount = amount + 1 where id = :id`,
      'a day with a checkpoint has changed',
    ],
    [
      'a purpose',
      `update transfer set purpose = 'gift' where id = :id`,
      'a day with a checkpoint has changed',
    ],
    [
      'an entry',
      `update entry set amount = amount + 1 where transfer_id = :id`,
      'a day with a checkpoint has changed',
    ],
    ['one more entry', `insert into entry values (999, :id, 5)`, 'a day with a checkpoint has changed'],
    ['one payment less', `delete from transfer where id = :id`, 'a day with a checkpoint has changed'],
    [
      'one more payment',
      `insert into transfer (idem, kind, debit, credit, amount, purpose, created_at)
        select 'more', kind, debit, credit, amount, purpose, created_at from transfer where id = :id`,
      'a day with a checkpoint has changed',
    ],
    [
      'its time',
      `update transfer set created_at = created_at + interval '1 microsecond' where id = :id`,
      'a day with a checkpoint has changed',
    ],
    [
      'the day’s checkpoint with it',
      `update transfer set amount = amount + 1 where id = :id;
       update daily_checkpoint s set points = c.points, digest = c.digest,
         hash = checkpoint_hash(s.previous_hash, s.day, c.transfers, c.points, c.digest)
       from day_content(':day') c where s.day = ':day'`,
      'a checkpoint does not fit its day or the checkpoint before',
    ],
    [
      'the count alone',
      `update daily_checkpoint set transfers = 7 where day = ':day'`,
      'a day with a checkpoint has changed',
    ],
    [
      'the checkpoint’s own hash',
      `update daily_checkpoint set hash = sha256('x') where day = ':day'`,
      'a checkpoint does not fit its day or the checkpoint before',
    ],
    [
      'the checkpoint is deleted',
      `delete from daily_checkpoint where day = ':day'`,
      'a day between days with checkpoints has none',
    ],
  ]

  it.each(changes)('%s', async (what, change, found) => {
    await beginDaysAgo(5)
    const id = await payDaysAgo(3)
    const day = await japaneseDay(3)
    await checkpointDueDays({ db, log })
    await expectSoundLedger(db)
    const text = change.replaceAll(':id', String(id)).replaceAll(':day', day)
    await asIntruder(async (tx) => {
      for (const statement of text.split(';')) await sql.raw(statement).execute(tx)
    })
    // With its own checkpoint computed again, the next day is the one that doesn't fit.
    const named = what === 'the day’s checkpoint with it' ? await japaneseDay(2) : day
    expect(await defects()).toContain(`${found}: day ${named}`)
  })

  it('that adds a transfer before the first checkpoint is found as well', async () => {
    await beginDaysAgo(3)
    await checkpointDueDays({ db, log })
    const id = await payDaysAgo(10)
    expect(await defects()).toContain(`a transfer is older than the first checkpoint: transfer ${id}`)
  })

  it('is impossible without removing the triggers', async () => {
    await beginDaysAgo(3)
    await checkpointDueDays({ db, log })
    await expect(sql`update daily_checkpoint set points = 1`.execute(db)).rejects.toThrow('insert only')
    await expect(sql`delete from daily_checkpoint`.execute(db)).rejects.toThrow('insert only')
  })
})

describe('the nightly check', () => {
  const notices = () =>
    db.selectFrom('operator_notice').select(['kind', 'subject', 'times', 'text']).orderBy('id').execute()

  it('reports nothing for a ledger that adds up', async () => {
    await beginDaysAgo(3)
    await checkpointDueDays({ db, log })
    await checkLedgerNightly({ db, log })
    expect(await notices()).toEqual([])
  })

  it('alerts the operators to the day that was changed, once however often it is found', async () => {
    await beginDaysAgo(3)
    const id = await payDaysAgo(2)
    await checkpointDueDays({ db, log })
    await asIntruder((tx) => sql`update transfer set purpose = 'gift' where id = ${id}`.execute(tx))
    await checkLedgerNightly({ db, log })
    await checkLedgerNightly({ db, log })
    expect(await notices()).toMatchObject([{ kind: 'ledgerDefect', subject: 'ledger', times: 2 }])
    expect((await notices())[0]?.text).toContain(`day ${await japaneseDay(2)}`)
  })

  it('alerts the operators when days get no checkpoint any more', async () => {
    await beginDaysAgo(4)
    await checkLedgerNightly({ db, log })
    expect(await notices()).toMatchObject([{ kind: 'checkpointLate', subject: await japaneseDay(4) }])
  })
})

describe('over midnight', () => {
  const insertAged = (age: string) => sql`
    insert into transfer (idem, kind, debit, credit, amount, purpose, created_at)
    values (${`aged ${age}`}, 'spend', 3, 4, 1, 'x', now() - ${age}::interval)`

  it('a transaction that began too long ago posts nothing, because its day may have its checkpoint', async () => {
    await expect(insertAged('10 minutes 1 second').execute(db)).rejects.toMatchObject({ code: '40001' })
    await insertAged('9 minutes 50 seconds').execute(db)
  })

  it('the checkpoint waits for a payment in progress, and covers it', async () => {
    await beginDaysAgo(3)
    await setRules(db, 'disable')
    const payment = await db.startTransaction().execute()
    const id = await gift(payment)
    await sql`update transfer set created_at = now() - interval '48 hours' where id = ${id}`.execute(payment)
    const running = checkpointDueDays({ db, log })
    await expect
      .poll(
        async () =>
          (await sql`select 1 from pg_locks where not granted and mode = 'ShareLock'`.execute(db)).rows,
      )
      .toHaveLength(1)
    await payment.commit().execute()
    const checkpoints = await running
    expect(checkpoints.find(({ points }) => points === 10)?.day).toBe(await japaneseDay(2))
    await expectSoundLedger(db)
  })

  it('the checkpoint gives way to a payment that takes long, and the next round makes it', async () => {
    await beginDaysAgo(3)
    const payment = await db.startTransaction().execute()
    await gift(payment)
    await expect(checkpointDueDays({ db, log })).rejects.toMatchObject({ code: '55P03' })
    expect(await db.selectFrom('daily_checkpoint').selectAll().execute()).toEqual([])
    await payment.commit().execute()
    expect((await checkpointDueDays({ db, log })).length).toBeGreaterThanOrEqual(2)
  })

  it(
    'again and again, with payments in progress at each, nothing slips into a day with a checkpoint',
    async () => {
      await give(db, callerId, 500_000)
      await shortDays(db)
      let days = 0
      let refused = 0
      const isOver = () => days >= midnights && refused > 0
      const pay = async () => {
        while (!isOver()) {
          const paid = db.transaction().execute(async (tx) => {
            // Some of these are too slow for their day, and are refused.
            await sql`select pg_sleep(random() * 0.06)`.execute(tx)
            await gift(tx)
            await sql`select pg_sleep(random() * 0.06)`.execute(tx)
          })
          await paid.catch((error: { code?: string }) => {
            if (error.code !== '40001') throw error
            refused++
          })
        }
      }
      const checkpoint = async () => {
        while (!isOver())
          days += await checkpointDueDays({ db, log }).then(
            (made) => made.length,
            (error: { code?: string }) => {
              // It gives way to payments that take long, as they do on a busy machine.
              if (error.code !== '55P03') throw error
              return 0
            },
          )
      }
      await Promise.all([checkpoint(), ...[1, 2, 3, 4, 5, 6].map(pay)])
      await checkpointDueDays({ db, log })
      await expectSoundLedger(db)
      const { rows } = await sql<{ counted: number; posted: number }>`
      select (select sum(transfers)::bigint from daily_checkpoint) as counted,
        (select count(*) from transfer where created_at < day_start((select max(day) + 1 from daily_checkpoint))) as posted
      `.execute(db)
      expect(rows[0]?.counted).toBe(rows[0]?.posted)
    },
    30_000 + midnights * 1_000,
  )
})

/** Days of 100 ms with a lag of 40 ms: as many midnights as a test needs. */
const shortDays = async (on: Db): Promise<void> => {
  const begun = new Date().toISOString()
  for (const statement of [
    `create or replace function checkpoint_lag() returns interval language sql immutable as $$ select interval '40 ms' $$`,
    `create or replace function japanese_day(at timestamptz) returns date language sql immutable as
      $$ select date '2026-01-01' + floor(extract(epoch from at - timestamptz '${begun}') * 10)::int $$`,
    `create or replace function day_start(day date) returns timestamptz language sql immutable as
      $$ select timestamptz '${begun}' + (day - date '2026-01-01') * interval '100 ms' $$`,
  ])
    await sql.raw(statement).execute(on)
}
