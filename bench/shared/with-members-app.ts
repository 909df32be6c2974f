import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '#server/db/database.ts'
import { type Child, startChild } from './child.ts'
import { withBenchServer } from './postgres.ts'

/** The app's settings in a benchmark: those of production, on any port, without the demo. */
export const appEnv = (dataDir: string): Record<string, string> => ({
  NODE_ENV: 'production',
  PORT: '0',
  HOST: '127.0.0.1',
  MEDIA_UDP_PORT: '0',
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: 'error',
})

export interface MembersBench {
  database: Database
  /** Starts a process that ends with the benchmark. */
  start(file: URL): Child
  /** Starts `members-app.ts` on the benchmark's database. */
  startApp(): Child
}

/** Runs `work` with a database for so many members, and processes that all end with the work. */
export const withMembersApp = <Result>(
  members: number,
  work: (bench: MembersBench) => Promise<Result>,
): Promise<Result> =>
  withBenchServer(async ({ url, database }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
    const children: Child[] = []
    const begin = (file: URL, env: Record<string, string> = {}) => {
      const child = startChild(file, { env })
      children.push(child)
      return child
    }
    const env = { ...appEnv(dataDir), DATABASE_URL: url, BENCH_MEMBERS: String(members) }
    try {
      return await work({
        database,
        start: (file) => begin(file),
        startApp: () => begin(new URL('./members-app.ts', import.meta.url), env),
      })
    } finally {
      await Promise.all(children.map((child) => child.end()))
      await rm(dataDir, { recursive: true, force: true })
    }
  })
