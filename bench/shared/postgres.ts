import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'

/** On the disk of the working copy: where temporary folders are kept in memory, a flush costs nothing. */
const benchRoot = fileURLToPath(new URL('../../.test/', import.meta.url))

/** Enough for the clients of any benchmark and the rest of the product. */
const serverSettings = { max_connections: '300' }

export interface BenchServer {
  /** The URL of the migrated database, with the password. */
  url: string
  database: Database
}

/**
 * Starts the product's own PostgreSQL, as durable as in production (fsync and synchronous_commit on), in a data folder
 * that is deleted afterwards.
 */
export async function withBenchServer<Result>(
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  await mkdir(benchRoot, { recursive: true })
  const dataDir = await mkdtemp(join(benchRoot, 'bench-'))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: serverSettings })
  try {
    await migrate(server.url)
    const database = openDatabase(server.url, { maxConnections: 10, statementTimeoutMs: 0 })
    try {
      await expectDurable(database)
      return await work({ url: server.url, database })
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function expectDurable({ sql }: Database): Promise<void> {
  const settings = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`
  const off = settings.filter(({ setting }) => setting !== 'on')
  if (off.length > 0) throw new Error(`not durable: ${off.map(({ name }) => name).join(', ')} is off`)
}
