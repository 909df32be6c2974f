import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql as kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

let real: TestDatabase
let wire: Server
let clients: Socket[]
let database: Database

// A proxy to PostgreSQL whose connections the test can reset, as a dying server does.
beforeEach(async () => {
  real = await createTestDatabase({ maxConnections: 1 })
  clients = []
  const { hostname, port } = new URL(real.url)
  wire = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    clients.push(client)
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const address = wire.address()
  const url = new URL(real.url)
  url.port = `${typeof address === 'object' ? address?.port : ''}`
  database = openDatabase(url.href, { maxConnections: 1 })
})

afterEach(async () => {
  await database.sql.end({ timeout: 0 })
  for (const client of clients) client.destroy()
  wire.close()
  await real.close()
})

test('a query sent at the moment of a reset is answered or fails, and the pool goes on', async () => {
  const { sql } = database
  await sql`select 1`
  const running = sql`select pg_sleep(20)`
  const next = running.catch(() => sql`select 'next' as answer`)
  await untilRunning('pg_sleep(20)')
  reset()

  await Promise.allSettled([next])
  await expectAnswer()
})

test('a transaction whose connection is reset under a statement fails, and the pool goes on', async () => {
  await database.sql`select 1`
  const outcome = database.db
    .transaction()
    .execute((tx) => kysely`select pg_sleep(${20}::int)`.execute(tx))
    .then(
      () => 'committed',
      () => 'failed',
    )
  await untilRunning('pg_sleep(')
  reset()

  expect(await outcome).toBe('failed')
  await expectAnswer()
})

test('the end of a pool waits for a transaction and for the one that waits behind it, and no longer', async () => {
  await real.sql`select pg_advisory_lock(1)`
  const outcomes = ['first', 'second'].map((text) =>
    database.db.transaction().execute(async (tx) => {
      await kysely`select pg_advisory_xact_lock(1)`.execute(tx)
      return text
    }),
  )
  await untilRunning('pg_advisory_xact_lock(1)', 'advisory')
  // Without a timeout, an end that waits for a returned connection waits for ever.
  const ended = database.sql.end()
  await real.sql`select pg_advisory_unlock(1)`
  await ended
  expect(await Promise.all(outcomes)).toEqual(['first', 'second'])
})

const untilRunning = (text: string, waitsFor = 'PgSleep') =>
  expect
    .poll(async () => {
      const [active] = await real.sql<{ count: number }[]>`
        select count(*)::int from pg_stat_activity where datname = current_database() and query like ${`%${text}%`}
        and wait_event = ${waitsFor} and pid <> pg_backend_pid()`
      return active?.count
    })
    .toBe(1)

const reset = () => {
  for (const client of clients) client.resetAndDestroy()
}

const expectAnswer = async () => {
  const [row] = await vi.waitFor(() => database.sql`select 'later' as answer`, { timeout: 10_000 })
  expect(row).toEqual({ answer: 'later' })
}
