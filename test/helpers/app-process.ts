import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
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

const start = async (input: E2eAppInput): Promise<{ child: ChildProcess; url: string }> => {
  const child = fork(appFile, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, KOYOI_E2E_APP: JSON.stringify(input) },
  })
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

/** @param env settings in addition to those that isolate test apps */
export const startAppProcess = async (env: Record<string, string>): Promise<AppProcess> => {
  const home = await createTestHome()
  const input = { home: { databaseUrl: home.databaseUrl, dataDir: home.dataDir }, env }
  const first = await start(input).catch(async (error: unknown) => {
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
      child = (await start({ ...input, env: { ...env, PORT: port } })).child
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
