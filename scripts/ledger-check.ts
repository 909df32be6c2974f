/** `npm run ledger:check`: prints every defect of the ledger, beside a running app or without one. */
import { ConfigError, readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { runningUrl, startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { DataDirLockedError, lockDataDir } from '../server/lifecycle/data-dir-lock.ts'
import { checkLedger } from '../server/points/jobs.ts'
import { tellFailure } from './run-app.ts'

try {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const defects = databaseUrl ? await check(databaseUrl) : await checkEmbedded(dataDir)
  for (const { problem, subject } of defects) console.log(`${problem}: ${subject}`)
  console.log(
    defects.length === 0 ? '台帳に問題はありません。' : `台帳に ${defects.length} 件の問題があります。`,
  )
  process.exitCode = defects.length === 0 ? 0 : 1
} catch (error) {
  tellFailure(error)
  process.exitCode = 1
}

async function check(url: string) {
  const database = openDatabase(url, { maxConnections: 1, statementTimeoutMs: 0 })
  try {
    return await checkLedger(database.db)
  } finally {
    await database.close()
  }
}

/** A running app's PostgreSQL is asked as it is; otherwise it is started for the check alone. */
async function checkEmbedded(dataDir: string) {
  const running = await runningUrl(dataDir)
  if (running === undefined)
    throw new ConfigError(`データフォルダ ${dataDir} には、まだデータベースがありません。`)
  const lock = await lockDataDir(dataDir).catch((error: Error) => {
    if (error instanceof DataDirLockedError) return undefined
    throw error
  })
  if (!lock) return check(running)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    return await check(server.url)
  } finally {
    await server.stop()
    await lock.release()
  }
}
