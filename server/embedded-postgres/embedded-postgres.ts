import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { postgres } from '#server/db/driver.ts'
import { makeDataDir } from '#server/lifecycle/data-dir.ts'
import { locateBinaries, type PostgresBinaries } from './binaries.ts'
import {
  appDatabase,
  appRole,
  type ClusterRecord,
  clusterFolder,
  ensureCluster,
  readRecord,
  serverArguments,
  superuserRole,
  writeRecord,
} from './cluster.ts'
import { EmbeddedPostgresError } from './error.ts'
import { chooseRunIdentity, type RunIdentity } from './run-identity.ts'
import type { LogLevel } from './server-lines.ts'
import type { WatchdogCommand, WatchdogReport } from './watchdog-protocol.ts'

type LineLog = (line: string, level: LogLevel) => void

export interface EmbeddedPostgresOptions {
  /** Created when missing. The caller holds its lock (server/lifecycle/data-dir-lock.ts). */
  dataDir: string
  /** Receives the important lines of PostgreSQL, and that it or its watchdog ended. */
  log: LineLog
  /** Loopback port; default: the last one when free, otherwise any. */
  port?: number
  /** postgresql.conf settings besides the fixed ones, for example `max_connections`. */
  settings?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
  /** The URL of the app's own database, as a role that isn't superuser. Contains the password: never log it. */
  url: string
  port: number
  /** Process id of the running server; changes when it is restarted. */
  pid(): number
  watchdogPid(): number
  /** Fast shutdown; resolves when PostgreSQL is gone. */
  stop(): Promise<void>
  /** Called once if PostgreSQL is gone for good although it wasn't stopped: the app has to end. */
  onExit(listener: (reason: Error) => void): void
}

const watchdogScript = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
const portAttempts = 5
const maxConnectionsDefault = '100'

/**
 * Starts the PostgreSQL that npm installed, on a cluster under `dataDir`. Its process never outlives the app: a
 * watchdog restarts it when it dies and stops it when this process is gone, even by kill -9.
 *
 * Refuses (EmbeddedPostgresError, with a sentence for the operator): no binaries for this machine, no user to run
 * as, a closed parent folder, a cluster of another version, a port that is in use.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await makeDataDir(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const binaries = await locateBinaries()
  const identity = await chooseRunIdentity(clusterFolder(dataDir), binaries.postgres)
  const { clusterDir, record } = await ensureCluster(dataDir, binaries, identity)
  const guard = await startOnFreePort({ options, binaries, identity, clusterDir, record })
  try {
    if (!record.isPrepared) await prepareDatabase(guard.port, record)
    if (!record.isPrepared || record.port !== guard.port) {
      await writeRecord(dataDir, { ...record, isPrepared: true, port: guard.port })
    }
  } catch (error) {
    await guard.stop()
    throw error
  }
  return guard.handle(urlOf(appRole, record.appPassword, guard.port, appDatabase))
}

/** @returns the URL of the last start of this data folder's cluster, for tools that run beside the app */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const record = await readRecord(dataDir)
  return record?.port === undefined ? undefined : urlOf(appRole, record.appPassword, record.port, appDatabase)
}

interface StartPlan {
  options: EmbeddedPostgresOptions
  binaries: PostgresBinaries
  identity: RunIdentity
  clusterDir: string
  record: ClusterRecord
}

async function startOnFreePort(plan: StartPlan): Promise<Guard> {
  const { options, record } = plan
  const wanted = options.port ?? record.port
  for (let attempt = 0; ; attempt++) {
    const port = attempt === 0 && wanted !== undefined ? wanted : await findFreePort()
    const guard = new Guard(port, startCommand(plan, port), options.log)
    try {
      await guard.start()
      return guard
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error
      if (options.port !== undefined) {
        throw new EmbeddedPostgresError(
          `内蔵 PostgreSQL のポート ${port} は、ほかのプログラムが使っています。`,
        )
      }
      if (attempt >= portAttempts) throw error
    }
  }
}

function startCommand({ options, binaries, identity, clusterDir }: StartPlan, port: number): WatchdogCommand {
  const settings = { max_connections: maxConnectionsDefault, ...options.settings }
  return {
    type: 'start',
    clusterDir,
    ...identity.wrap(binaries.postgres, serverArguments(clusterDir, port, settings)),
  }
}

async function prepareDatabase(port: number, record: ClusterRecord): Promise<void> {
  const sql = postgres(urlOf(superuserRole, record.superuserPassword, port, 'postgres'), {
    max: 1,
    fetch_types: false,
  })
  try {
    const [found] = await sql`SELECT
      EXISTS (SELECT FROM pg_roles WHERE rolname = ${appRole}) AS role,
      EXISTS (SELECT FROM pg_database WHERE datname = ${appDatabase}) AS database`
    // An interrupted first start may have created one of the two.
    if (!found?.role) {
      await sql.unsafe(`CREATE ROLE ${appRole} LOGIN CREATEDB PASSWORD '${record.appPassword}'`)
    }
    if (!found?.database) await sql.unsafe(`CREATE DATABASE ${appDatabase} OWNER ${appRole}`)
  } finally {
    await sql.end()
  }
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

class PortTakenError extends EmbeddedPostgresError {}

/** The app's end of the watchdog. A killed watchdog is replaced; the new one stops the server that the old one left. */
class Guard {
  readonly port: number
  readonly #command: WatchdogCommand
  readonly #log: LineLog
  readonly #exitListeners: ((reason: Error) => void)[] = []
  #watchdog: ChildProcess | undefined
  #serverPid = 0
  #isStopping = false

  constructor(port: number, command: WatchdogCommand, log: LineLog) {
    this.port = port
    this.#command = command
    this.#log = log
  }

  /** Resolves when PostgreSQL accepts connections. */
  async start(): Promise<void> {
    const watchdog = fork(watchdogScript, {
      // A Ctrl-C in the terminal signals the whole group; PostgreSQL must wait until the app has drained.
      detached: true,
      execArgv: [],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#watchdog = watchdog
    const failures: EmbeddedPostgresError[] = []
    await new Promise<void>((resolve, reject) => {
      watchdog.on('message', (message) => {
        const report = message as WatchdogReport
        if (report.type === 'failed') failures.push(failureOf(report))
        else if (report.type === 'log') this.#log(report.line, report.level)
        else if (report.type === 'restarting') this.#log(`${report.reason}; restarting it`, 'warning')
        else {
          this.#serverPid = report.pid
          resolve()
        }
      })
      watchdog.once('exit', () =>
        reject(failures[0] ?? new EmbeddedPostgresError('PostgreSQL watchdog was killed')),
      )
      watchdog.send(this.#command)
    })
    watchdog.once('exit', () => this.#onWatchdogExit(failures[0]))
  }

  #onWatchdogExit(failure: EmbeddedPostgresError | undefined): void {
    if (this.#isStopping) return
    if (failure) {
      this.#giveUp(failure)
      return
    }
    this.#log('PostgreSQL watchdog was killed; replacing it', 'warning')
    this.start().catch((error: Error) => this.#giveUp(error))
  }

  #giveUp(reason: Error): void {
    for (const listener of this.#exitListeners) listener(reason)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const watchdog = this.#watchdog
    if (!watchdog || watchdog.exitCode !== null || watchdog.signalCode !== null) return
    const exited = once(watchdog, 'exit')
    if (watchdog.connected) watchdog.send({ type: 'stop' } satisfies WatchdogCommand)
    await exited
  }

  handle(url: string): EmbeddedPostgres {
    return {
      url,
      port: this.port,
      pid: () => this.#serverPid,
      watchdogPid: () => this.#watchdog?.pid ?? 0,
      stop: () => this.stop(),
      onExit: (listener) => this.#exitListeners.push(listener),
    }
  }
}

function failureOf(report: Extract<WatchdogReport, { type: 'failed' }>): EmbeddedPostgresError {
  const message = `内蔵 PostgreSQL を起動できません: ${report.detail}`
  return report.reason === 'port-taken' ? new PortTakenError(message) : new EmbeddedPostgresError(message)
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return address.port
}
