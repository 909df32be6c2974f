import { type Config, ConfigError } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { probeDatabase } from '#server/db/probe-database.ts'
import { runningUrl, startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { DataDirLockedError, lockDataDir } from '#server/lifecycle/data-dir-lock.ts'

/**
 * Lets a command work on the installation's database, beside a running app or without one: a running app's
 * PostgreSQL is used as it is; otherwise it is started for the command alone.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) {
    await probeDatabase(databaseUrl)
    return connected(databaseUrl, work)
  }
  const running = await runningUrl(dataDir)
  if (running === undefined)
    throw new ConfigError(`データフォルダ ${dataDir} には、まだデータベースがありません。`)
  const lock = await lockDataDir(dataDir).catch((error: Error) => {
    if (error instanceof DataDirLockedError) return undefined
    throw error
  })
  if (!lock) return connected(running, work)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    return await connected(server.url, work)
  } finally {
    await server.stop()
    await lock.release()
  }
}

async function connected<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url, { maxConnections: 1, statementTimeoutMs: 0 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
