/**
 * Runs as a process of its own between the app and PostgreSQL. It restarts PostgreSQL when that dies, and stops it
 * when the app is gone for whatever reason: a kill -9 closes the channel as well.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { stopLeftover, stopProcess, stopStrayBackends } from './leftover.ts'
import { levelOfLine } from './server-lines.ts'
import type { WatchdogCommand, WatchdogReport } from './watchdog-protocol.ts'

type StartCommand = Extract<WatchdogCommand, { type: 'start' }>

/** How one run of PostgreSQL ended. */
interface Ending {
  wasReady: boolean
  cause: string
  /** Its last lines, newest last. */
  lines: string[]
}

/** An earlier server needs up to this long to release its lock file, shared memory or port. */
const startPatienceMs = 40_000
const retryPauseMs = 50
/** Backends without a postmaster end by themselves or on a signal; after this time they don't react. */
const strayPatienceMs = 5_000
const linesKept = 20
const readyLine = 'database system is ready to accept connections'

let server: ChildProcess | undefined
let stopping = false

process.on('disconnect', () => void stop())
process.on('message', (message) => {
  const command = message as WatchdogCommand
  if (command.type === 'stop') void stop()
  else void keepRunning(command)
})
if (!process.connected) void stop()
// A signal to the whole group is meant for the app; the app then tells the watchdog when PostgreSQL may stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

async function keepRunning(command: StartCommand): Promise<void> {
  await stopLeftover(command.clusterDir)
  let everReady = false
  let deadline = performance.now() + startPatienceMs
  let straysUntil = Number.POSITIVE_INFINITY
  while (!stopping) {
    const ending = await runOnce(command)
    if (stopping) return
    if (ending.wasReady) {
      everReady = true
      deadline = performance.now() + startPatienceMs
      straysUntil = Number.POSITIVE_INFINITY
      report({ type: 'restarting', reason: ending.cause })
      continue
    }
    const obstacle = findObstacle(ending.lines)
    if (performance.now() > deadline || !isWorthRetrying(obstacle, everReady)) {
      const detail = [ending.cause, ...ending.lines].join('\n')
      return fail({ type: 'failed', reason: obstacle === 'port-taken' ? 'port-taken' : 'other', detail })
    }
    if (obstacle === 'shared-memory') {
      straysUntil = Math.min(straysUntil, performance.now() + strayPatienceMs)
      const isDeaf = performance.now() >= straysUntil
      await stopStrayBackends(command.clusterDir, isDeaf ? 'SIGKILL' : 'SIGQUIT')
    }
    await delay(retryPauseMs)
  }
}

type Obstacle = 'lock-file' | 'shared-memory' | 'port-taken' | 'unknown'

function findObstacle(lines: readonly string[]): Obstacle {
  const text = lines.join('\n')
  if (text.includes('shared memory block')) return 'shared-memory'
  if (text.includes('lock file')) return 'lock-file'
  if (text.includes('could not create any TCP/IP sockets')) return 'port-taken'
  return 'unknown'
}

/** Before the first success the app can still choose another port, and an unknown error is a wrong setup. */
function isWorthRetrying(obstacle: Obstacle, everReady: boolean): boolean {
  return everReady || obstacle === 'lock-file' || obstacle === 'shared-memory'
}

function runOnce(command: StartCommand): Promise<Ending> {
  const { uid, gid } = command
  const child = spawn(command.command, command.args, {
    // The watchdog's own folder may be closed to PostgreSQL's user.
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  })
  server = child
  const lines: string[] = []
  let wasReady = false
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > linesKept) lines.shift()
    if (line.includes(readyLine) && child.pid !== undefined) {
      wasReady = true
      report({ type: 'ready', pid: child.pid })
      return
    }
    const level = stopping ? undefined : levelOfLine(line)
    if (level) report({ type: 'log', level, line })
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ wasReady, cause: error.message, lines }))
    const finish = (code: number | null, signal: string | null) => {
      resolve({ wasReady, cause: `PostgreSQL ended (${signal ?? `exit code ${code}`})`, lines })
    }
    // Backends that outlive a killed server keep its stderr open, so only a failed start waits for the last line.
    child.once('exit', (code, signal) => wasReady && finish(code, signal))
    child.once('close', finish)
  })
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  const running = server
  if (running?.pid !== undefined && running.exitCode === null && running.signalCode === null) {
    await stopProcess(running.pid)
  }
  process.exit(0)
}

function fail(message: WatchdogReport): void {
  report(message, () => process.exit(1))
}

function report(message: WatchdogReport, sent: () => void = () => {}): void {
  // The app may be gone at any moment; `disconnect` handles that.
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent()
}
