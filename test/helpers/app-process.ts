import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { E2eAppInput } from './e2e-app.ts'
import { createTestHome } from './start-app.ts'

/** The app in a separate process, which can be killed and started again in the same place. */
export interface AppProcess {
  url: string
  databaseUrl: string
  /** SIGKILL; resolves when the process has ended. Its children end with it. */
  kill(): Promise<void>
  /** After `kill`: the same port, database and data folder. Does nothing if it is running. */
  startAgain(): Promise<void>
  /** SIGKILL to each media process; resolves at once. */
  killMedia(): Promise<void>
  /** Stops it normally, and removes its database and data folder. */
  stop(): Promise<void>
}

const appFile = fileURLToPath(new URL('./e2e-app.ts', import.meta.url))
const mediaProcessFile = 'adapters/media/embedded/process/process.ts'

/** Every line of the app's log is handed on; of errors, and of what is no log line, the run's own output has it too. */
const passOn = (log: Readable, onLog: (line: string) => void): void => {
  createInterface({ input: log }).on('line', (line) => {
    onLog(line)
    if (!/^\{"time":"[^"]*","level":"(?:debug|info|warning)"/.test(line)) process.stderr.write(`${line}\n`)
  })
}

const start = async (
  input: E2eAppInput,
  onLog: (line: string) => void,
): Promise<{ child: ChildProcess; url: string }> => {
  const child = fork(appFile, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...process.env, KOYOI_E2E_APP: JSON.stringify(input) },
  })
  if (child.stderr) passOn(child.stderr, onLog)
  const url = await Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    once(child, 'exit').then(([code]): never => {
      throw new Error(`the app ended while starting (exit code ${code})`)
    }),
  ])
  return { child, url }
}

/** The media processes that an app has started, from the kernel's list of processes. */
const mediaPidsOf = async (appPid: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const facts = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      // After the name in brackets, which may contain anything: state, parent.
      const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return { pid: Number(pid), parent, isMedia: command?.includes(mediaProcessFile) ?? false }
    }),
  )
  return facts.filter(({ parent, isMedia }) => parent === appPid && isMedia).map(({ pid }) => pid)
}

/**
 * @param settings in addition to those that isolate test apps
 * @param onLog gets each line of the app's log, from `debug` on
 */
export const startAppProcess = async (
  settings: Record<string, string>,
  onLog: (line: string) => void = () => undefined,
): Promise<AppProcess> => {
  const env = { LOG_LEVEL: 'debug', ...settings }
  const home = await createTestHome()
  const input = { home: { databaseUrl: home.databaseUrl, dataDir: home.dataDir }, env }
  const first = await start(input, onLog).catch(async (error: unknown) => {
    await home.remove()
    throw error
  })
  let child: ChildProcess | null = first.child
  const end = async (how: (running: ChildProcess) => void) => {
    if (!child) return
    const exited = once(child, 'exit')
    how(child)
    await exited
    child = null
  }
  return {
    url: first.url,
    databaseUrl: home.databaseUrl,
    kill: () => end((running) => running.kill('SIGKILL')),
    startAgain: async () => {
      if (child) return
      const { port } = new URL(first.url)
      child = (await start({ ...input, env: { ...env, PORT: port } }, onLog)).child
    },
    killMedia: async () => {
      const pids = await mediaPidsOf(child?.pid ?? 0)
      if (pids.length === 0) throw new Error('the app has no media process')
      for (const pid of pids) process.kill(pid, 'SIGKILL')
    },
    stop: async () => {
      await end((running) => running.disconnect())
      await home.remove()
    },
  }
}
