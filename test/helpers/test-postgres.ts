import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { postgres } from '#server/db/driver.ts'
import { checksumOfSchema, migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { type DataDirLock, DataDirLockedError, lockDataDir } from '#server/lifecycle/data-dir-lock.ts'
import { clustersFolder } from './clusters-folder.ts'

/** The address of the running test server, as an environment variable that every test process inherits. */
export const serverUrlVariable = 'KOYOI_TEST_POSTGRES_URL'
const templateVariable = 'KOYOI_TEST_TEMPLATE'

/** Test runs that may run at once in one working copy, each with its own cluster. */
const slots = 16

const insufficientPrivilege = '42501'
const objectInUse = '55006'
const dropTriesMax = 5

/**
 * Faster than the product's: a crash of the machine may lose a test database. The log of changes is short because it may
 * lie in memory.
 */
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
}

/**
 * Starts the PostgreSQL that the tests of this run share, with a migrated template database, and publishes
 * both in the environment. The cluster is reused by the next run.
 */
export async function startTestPostgres(): Promise<{ stop(): Promise<void> }> {
  const { dataDir, lock } = await claimSlot()
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: fastSettings })
  const stop = async () => {
    await server.stop()
    await lock.release()
  }
  const template = `migrated_${(await checksumOfSchema()).slice(0, 16)}`
  try {
    await withAdmin(server.url, (admin) => prepareTemplate(admin, server.url, template))
  } catch (error) {
    await stop()
    throw error
  }
  process.env[serverUrlVariable] = server.url
  process.env[templateVariable] = template
  return { stop }
}

/** Creates a database for one test file, migrated unless `from` says otherwise. */
export async function createDatabase(
  from = process.env[templateVariable] ?? '',
): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = process.env[serverUrlVariable]
  if (!serverUrl) throw new Error('no test PostgreSQL: run through vitest or playwright of this repository')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withAdmin(serverUrl, async ({ sql }) => {
    await sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
  })
  return {
    url: urlOfDatabase(serverUrl, name),
    drop: () => withAdmin(serverUrl, (admin) => dropDatabase(admin, name)),
  }
}

/** By force, as killed processes may still be connected. */
async function dropDatabase({ sql }: Database, name: string): Promise<void> {
  const drop = async (how: string, allowedCode: string): Promise<boolean> => {
    try {
      await sql.unsafe(`DROP DATABASE IF EXISTS ${name} ${how}`)
      return true
    } catch (error) {
      if (error instanceof postgres.PostgresError && error.code === allowedCode) return false
      throw error
    }
  }
  for (let tries = 0; tries < dropTriesMax; tries++) {
    if (await drop('WITH (FORCE)', insufficientPrivilege)) return
    // An autovacuum worker is in it, which we may not end. Without force PostgreSQL ends it itself, and nobody else.
    if (await drop('', objectInUse)) return
  }
  throw new Error(`the database ${name} can't be dropped`)
}

async function claimSlot(): Promise<{ dataDir: string; lock: DataDirLock }> {
  const folder = await clustersFolder()
  for (let slot = 0; slot < slots; slot++) {
    const dataDir = join(folder, `postgres-${slot}`)
    try {
      return { dataDir, lock: await lockDataDir(dataDir) }
    } catch (error) {
      if (!(error instanceof DataDirLockedError)) throw error
    }
  }
  throw new Error(`${slots} test runs are going on already`)
}

async function prepareTemplate(admin: Database, serverUrl: string, template: string): Promise<void> {
  const { sql } = admin
  // Left by runs that were killed, or made from other migrations.
  const stale = await sql<{ name: string; isFinished: boolean }[]>`
    SELECT datname AS name, datistemplate AS "isFinished" FROM pg_database
    WHERE starts_with(datname, 'test_') OR starts_with(datname, 'migrated_')`
  for (const { name, isFinished } of stale) {
    if (name === template && isFinished) continue
    if (isFinished) await sql.unsafe(`ALTER DATABASE ${name} IS_TEMPLATE false`)
    await dropDatabase(admin, name)
  }
  if (stale.some(({ name, isFinished }) => name === template && isFinished)) return
  await sql.unsafe(`CREATE DATABASE ${template}`)
  await migrate(urlOfDatabase(serverUrl, template))
  await sql.unsafe(`ALTER DATABASE ${template} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
}

async function withAdmin<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url, { maxConnections: 1, applicationName: 'koyoi-test-admin' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
