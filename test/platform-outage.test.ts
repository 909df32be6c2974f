import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startJobs } from '#server/app/jobs.ts'
import type { Context } from '#server/context.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { postgres } from '#server/db/driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { isLostConnection } from '#server/lifecycle/lost-connections.ts'

const firstStartTimeoutMs = 60_000
const patience = { timeout: 15_000, interval: 50 }
const poolSize = 3

let dataDir: string
let server: EmbeddedPostgres
let database: Database
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'koyoi-outage-'))
  server = await startEmbeddedPostgres({ dataDir, log: () => {} })
}, firstStartTimeoutMs)
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  database = openDatabase(server.url, { maxConnections: poolSize })
})
afterEach(() => database.close())

const kill = () => process.kill(server.pid(), 'SIGKILL')
const isBack = async (pidBefore: number) => {
  await vi.waitFor(() => expect(server.pid()).not.toBe(pidBefore), patience)
}
const answers = () => vi.waitFor(() => sql`select 1`.execute(database.db), patience)

test('a transaction that is open when the database dies fails, and the pool goes on', async () => {
  const inside = Array.from({ length: poolSize }, () => Promise.withResolvers<void>())
  const outcomes = inside.map(({ resolve }) =>
    database.db
      .transaction()
      .execute(async (tx) => {
        await sql`select 1`.execute(tx)
        resolve()
        await sql`select pg_sleep(20)`.execute(tx)
      })
      .then(
        () => 'committed',
        (error: unknown) => (isLostConnection(error) ? 'lost' : error),
      ),
  )
  await Promise.all(inside.map(({ promise }) => promise))
  const pidBefore = server.pid()
  kill()
  expect(await Promise.all(outcomes)).toEqual(Array(poolSize).fill('lost'))
  await isBack(pidBefore)
  await Promise.all(Array.from({ length: 2 * poolSize }, answers))
})

test('queries sent while the database was away delay no later query', async () => {
  const pidBefore = server.pid()
  kill()
  const queries = Array.from({ length: 10 * poolSize }, () => sql`select 1`.execute(database.db))
  await Promise.allSettled(queries)
  await isBack(pidBefore)
  await answers()
  const all = Array.from({ length: 10 * poolSize }, () => sql`select pg_sleep(0.01)`.execute(database.db))
  expect(await Promise.allSettled(all)).not.toContainEqual(expect.objectContaining({ status: 'rejected' }))
})

test('a query that waits for a connection that dies is served by the next one', async () => {
  const single = openDatabase(server.url, { maxConnections: 1 })
  const busy = expect(sql`select pg_sleep(20)`.execute(single.db)).rejects.toThrow()
  const next = sql<{ answer: string }>`select 'served' as answer`.execute(single.db)
  const endBusy = async () => {
    const [ended] = await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(20)' and state = 'active'`
    expect(ended).toBeDefined()
  }
  await vi.waitFor(endBusy, patience)
  await busy
  expect((await next).rows).toEqual([{ answer: 'served' }])
  await single.close()
})

test('a query cut off while it is sent doesn’t silence its connection', async () => {
  const { hostname, port, username, password, pathname } = new URL(server.url)
  const sockets: Socket[] = []
  const driver = postgres({
    username,
    password,
    database: pathname.slice(1),
    max: 1,
    fetch_types: false,
    ...{
      socket: () => {
        const socket = connect(Number(port), hostname)
        sockets.push(socket)
        return socket
      },
    },
  })
  await driver`select 1`
  const cutOff = expect(driver`select 'cut off'`.execute()).rejects.toMatchObject({
    code: 'CONNECTION_CLOSED',
  })
  // The query is written at the end of this turn of the event loop; the connection closes before.
  await Promise.resolve()
  sockets[0]?.emit('close', false)
  await cutOff
  expect([...(await driver`select 'later' as answer`)]).toEqual([{ answer: 'later' }])
  await driver.end()
})

test('scheduled work starts although the database dies meanwhile', async () => {
  const pidBefore = server.pid()
  kill()
  const context = { log: createLog('silent') } as Context
  const jobs = await startJobs(context, server.url)
  expect(server.pid()).not.toBe(pidBefore)
  const scheduled = await database.sql`select name from jobs.schedule`
  expect(scheduled.length).toBeGreaterThan(0)
  await jobs.stop()
})

type Step = (name: string) => Promise<unknown>

const ways: Record<string, (on: Database, steps: (step: Step) => Promise<void>) => Promise<unknown>> = {
  'the query builder': ({ db }, steps) =>
    db.transaction().execute((tx) => steps((name) => sql`insert into step values (${name})`.execute(tx))),
  'the driver': (on, steps) =>
    on.sql.begin((tx) => steps((name) => tx`insert into step values (${name})`.execute())),
}

test.each(Object.keys(ways))(
  'after a reconnect, no statement of a transaction of %s runs outside of it',
  async (way) => {
    const single = openDatabase(server.url, { maxConnections: 1 })
    await single.sql`drop table if exists step`
    await single.sql`create table step (name text)`
    const begun = Promise.withResolvers<void>()
    const reconnected = Promise.withResolvers<void>()
    const second = Promise.withResolvers<unknown>()
    const transaction = ways[way]?.(single, async (step) => {
      await step('first')
      begun.resolve()
      await reconnected.promise
      second.resolve(step('second'))
      await second.promise
    })
    const outcome = expect(transaction).rejects.toSatisfy(isLostConnection)
    await begun.promise
    const pidBefore = server.pid()
    kill()
    await isBack(pidBefore)
    await vi.waitFor(() => single.sql`select 1`, patience)
    reconnected.resolve()
    await expect(second.promise).rejects.toSatisfy(isLostConnection)
    await outcome
    expect([...(await single.sql`select name from step`)]).toEqual([])
    await single.close()
  },
)
