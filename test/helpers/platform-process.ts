/** A small app for the platform tests to kill: it locks a data folder and runs PostgreSQL in it. */
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { lockDataDir } from '#server/lifecycle/data-dir-lock.ts'

export interface PlatformReport {
  url: string
  serverPid: number
  watchdogPid: number
}

const dataDir = process.argv[2] ?? ''
await lockDataDir(dataDir)
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
process.send?.({
  url: server.url,
  serverPid: server.pid(),
  watchdogPid: server.watchdogPid(),
} satisfies PlatformReport)
