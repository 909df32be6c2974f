/**
 * P9: `npm start` on a machine that has the dependencies and was started before, until /api/health first answers 200.
 * All of the wait counts: npm itself, its `prestart`, PostgreSQL, the media server, the demo's members.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Bench, median } from '#bench/bench.ts'

const barSec = 2
const runs = 7
const pollMs = 5
/** The first start creates the cluster, seeds the demo and may build the pages. */
const patienceMs = 180_000
const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

const untilHealthy = async (port: number, app: ChildProcess): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (app.exitCode !== null) throw new Error(`npm start ended (exit code ${app.exitCode})`)
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
    if (response?.status === 200) return
    await pass(pollMs)
  }
  throw new Error('the app did not become healthy')
}

/** Records when each line was printed, to show what took how long. */
const recordLines = (app: ChildProcess, startedMs: number): string[] => {
  const lines: string[] = []
  app.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const atMs = performance.now() - startedMs
    for (const line of text.split('\n')) {
      if (line && !line.startsWith('>')) lines.push(`${atMs.toFixed(0)} ms ${line}`)
    }
  })
  return lines
}

/** Seconds from the command to the first healthy answer, and the command's output until then. */
const startOnce = async (dataDir: string): Promise<{ seconds: number; lines: string[] }> => {
  const port = await freePort()
  const env = { ...process.env, PORT: `${port}`, HOST: '127.0.0.1', MEDIA_UDP_PORT: '0', DATA_DIR: dataDir }
  const startedMs = performance.now()
  const app = spawn('npm', ['start'], {
    cwd: repositoryRoot,
    // In a group of its own: the signal then reaches the app behind npm, as Ctrl-C does.
    detached: true,
    env: {
      ...env,
      NODE_ENV: '',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      DEMO: '',
      LOG_LEVEL: 'error',
      SHUTDOWN_NOTICE_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = recordLines(app, startedMs)
  const exited = once(app, 'exit')
  try {
    await untilHealthy(port, app)
    return { seconds: (performance.now() - startedMs) / 1_000, lines }
  } finally {
    if (app.pid !== undefined && app.exitCode === null) process.kill(-app.pid, 'SIGINT')
    await exited
  }
}

export const bench: Bench = async (print) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-start-'))
  try {
    const first = await startOnce(dataDir)
    print(`the first start of all: ${first.seconds.toFixed(2)} s`)
    const seconds: number[] = []
    for (let run = 0; run < runs; run++) {
      const started = await startOnce(dataDir)
      seconds.push(started.seconds)
      print(`${started.seconds.toFixed(2)} s: ${started.lines.join(', ')}`)
    }
    const typical = median(seconds)
    return { figure: `${typical.toFixed(2)}s`, bar: `≤${barSec}s`, isMet: typical <= barSec }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
