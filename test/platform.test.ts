import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { lockDataDir } from '#server/lifecycle/data-dir-lock.ts'
import type { PlatformReport } from '#test/helpers/platform-process.ts'

const processFile = fileURLToPath(new URL('./helpers/platform-process.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

/** One for all tests: each leaves a cluster that the next one starts faster. */
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'koyoi-platform-'))
  await chmod(dataDir, 0o711)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe('the data folder', () => {
  test('refuses a second process by naming folder and process, and changes nothing', async () => {
    const folder = join(dataDir, 'lock', 'not yet made')
    const lock = await lockDataDir(folder)
    await expect(lockDataDir(folder)).rejects.toThrow(
      `データフォルダ ${folder} は、起動中の別のプロセス（PID ${process.pid}）が使っています。`,
    )
    await expect(readdir(folder)).resolves.toEqual([])
    await lock.release()
    await (await lockDataDir(folder)).release()
  })

  test('is one folder under all its names', async () => {
    const folder = join(dataDir, 'lock-twice')
    await mkdir(folder)
    await symlink(folder, `${folder}-link`)
    const lock = await lockDataDir(folder)
    await expect(lockDataDir(`${folder}-link`)).rejects.toThrow('データフォルダ')
    await lock.release()
  })

  test('stays with a process that is too busy to answer', async () => {
    const { app } = await startApp()
    app.kill('SIGSTOP')
    await expect(lockDataDir(dataDir)).rejects.toThrow('起動中の別のプロセスが使っています。')
    app.kill('SIGKILL')
    await once(app, 'exit')
  })

  test('has one winner among many starts at once', async () => {
    const folder = join(dataDir, 'lock-race')
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(folder)))
    const winners = starts.filter((start) => start.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]?.value.release()
  })
})

describe('embedded PostgreSQL, while the app lives', () => {
  let server: EmbeddedPostgres
  let database: Database
  const log: string[] = []
  const warnings: string[] = []

  beforeEach(async () => {
    server = await startEmbeddedPostgres({
      dataDir,
      log: (line, level) => (level === 'warning' ? warnings : log).push(line),
    })
    database = openDatabase(server.url, { maxConnections: 4 })
  })
  afterEach(async () => {
    await database.close()
    await server.stop()
  })

  test('is durable, and gives the app no superuser', async () => {
    const [settings] = await database.sql`
      SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, usesuper
      FROM pg_user WHERE usename = current_user`
    expect(settings).toEqual({ fsync: 'on', commit: 'on', usesuper: false })
  })

  test('comes back on the same address after its own kill -9, with all that was committed', async () => {
    const { sql } = database
    const note = crypto.randomUUID()
    await sql`CREATE TABLE IF NOT EXISTS kept (note text)`
    await sql`INSERT INTO kept VALUES (${note})`
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid()).not.toBe(killed)
    await expect
      .poll(() => sql`SELECT note FROM kept WHERE note = ${note}`.catch(() => []))
      .toEqual([{ note }])
    expect(warnings.join('\n')).toContain('SIGKILL')
  })

  test('warns that one of its processes crashed, without what that was doing', async () => {
    const single = openDatabase(server.url, { maxConnections: 1 })
    const [backend] = await single.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const busy = expect(single.sql`SELECT pg_sleep(20), 'たろう'`).rejects.toThrow()
    await expect
      .poll(
        () =>
          database.sql`SELECT FROM pg_stat_activity WHERE pid = ${backend?.pid ?? 0} AND state = 'active'`,
      )
      .toHaveLength(1)
    process.kill(backend?.pid ?? 0, 'SIGKILL')
    await busy
    await expect.poll(() => warnings.join('\n')).toContain(`(PID ${backend?.pid}) was terminated by signal 9`)
    await expect.poll(() => database.sql`SELECT 1 AS one`.catch(() => [])).toEqual([{ one: 1 }])
    expect(warnings.join('\n')).not.toContain('たろう')
    await single.close()
  })

  test('restarts although a backend of the killed server ignores signals', async () => {
    const single = openDatabase(server.url, { maxConnections: 1 })
    const [backend] = await single.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const killed = server.pid()
    process.kill(backend?.pid ?? 0, 'SIGSTOP')
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid(), { timeout: 15_000 }).not.toBe(killed)
    await single.close()
  })

  test('gets a new watchdog after a kill -9 of the old one', async () => {
    const [killed, before] = [server.watchdogPid(), server.pid()]
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid()).not.toBe(before)
    expect(server.watchdogPid()).not.toBe(killed)
    await expect.poll(() => database.sql`SELECT 1 AS one`.catch(() => [])).toEqual([{ one: 1 }])
    expect(isAlive(before)).toBe(false)
  })
})

describe('embedded PostgreSQL, after the kill -9 of the app', () => {
  test('stops by itself and lets the next app start', async () => {
    const { app, report } = await startApp()
    app.kill('SIGKILL')
    await expect.poll(() => isAlive(report.serverPid)).toBe(false)
    await expect.poll(() => isAlive(report.watchdogPid)).toBe(false)
    await expectToStart()
  })

  test('is replaced when the next app comes before it could stop', async () => {
    const { app, report } = await startApp()
    app.kill('SIGKILL')
    await once(app, 'exit')
    await (await lockDataDir(dataDir)).release()
    await expectToStart()
    expect(isAlive(report.serverPid)).toBe(false)
  })

  test('is stopped by the next app when the watchdog was killed with the first', async () => {
    const { app, report } = await startApp()
    process.kill(report.watchdogPid, 'SIGKILL')
    app.kill('SIGKILL')
    await once(app, 'exit')
    await expectToStart()
    await expect.poll(() => isAlive(report.serverPid)).toBe(false)
  })

  test('starts although the process id in its lock file now belongs to another program', async () => {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`)
    await expectToStart()
  })
})

describe('embedded PostgreSQL that cannot start says why', () => {
  test('a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await expect(startEmbeddedPostgres({ dataDir, log: () => {}, port })).rejects.toThrow(
      `内蔵 PostgreSQL のポート ${port} は、ほかのプログラムが使っています。`,
    )
  })

  test('a cluster of another version', async () => {
    const folder = join(dataDir, 'old')
    await mkdir(join(folder, 'postgres'), { recursive: true })
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir: folder, log: () => {} })).rejects.toThrow(
      'PostgreSQL 17 のデータ',
    )
  })

  test('a lost password file', async () => {
    const folder = join(dataDir, 'lost')
    await mkdir(join(folder, 'postgres'), { recursive: true })
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n')
    await expect(startEmbeddedPostgres({ dataDir: folder, log: () => {} })).rejects.toThrow(
      'postgres.json がないため',
    )
  })
})

test.runIf(isRoot)('embedded PostgreSQL runs under a folder closed to everybody but root', async () => {
  const closed = join(dataDir, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const server = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: () => {} })
  onTestFinished(() => server.stop())
  const database = openDatabase(server.url, { maxConnections: 1 })
  await expect(database.sql`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }])
  await database.close()
})

async function startApp(): Promise<{ app: ChildProcess; report: PlatformReport }> {
  const app = fork(processFile, [dataDir], { execArgv: [] })
  onTestFinished(() => void app.kill('SIGKILL'))
  const [report] = await once(app, 'message')
  return { app, report: report as PlatformReport }
}

async function expectToStart(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const database = openDatabase(server.url, { maxConnections: 1 })
  await expect(database.sql`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }])
  await database.close()
  await server.stop()
}

/** A container's first process may never collect dead processes: those count as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
