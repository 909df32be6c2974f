import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const pollMs = 10
/** Fast shutdown first; each further step is harsher and leaves more to crash recovery. */
const stopSteps = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

/**
 * Stops a PostgreSQL that still runs on the cluster (its guard was killed), and removes a lock file whose
 * process id now belongs to another program, which PostgreSQL itself would take for a running server.
 * PostgreSQL removes the lock file of a dead process by itself.
 * @param clusterDir real path of the cluster
 */
export async function stopLeftover(clusterDir: string): Promise<void> {
  const lockFile = join(clusterDir, 'postmaster.pid')
  const pid = await readPid(lockFile)
  if (pid === undefined || !isAlive(pid)) return
  if (await servesCluster(pid, clusterDir)) await stopProcess(pid)
  else await rm(lockFile, { force: true })
}

/**
 * Ends backends that outlived their postmaster: until they are gone the shared memory stays in use.
 * @param signal SIGKILL for backends that don't react, such as stopped ones; without a postmaster it costs nothing
 */
export async function stopStrayBackends(clusterDir: string, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  for (const pid of await processesIn(clusterDir)) sendSignal(pid, signal)
}

/** Sends ever harsher signals until the process is gone. */
export async function stopProcess(pid: number): Promise<void> {
  for (const { signal, patienceMs } of stopSteps) {
    sendSignal(pid, signal)
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      if (!isAlive(pid) || (await isZombie(pid))) return
      await delay(pollMs)
    }
  }
}

async function readPid(lockFile: string): Promise<number | undefined> {
  const text = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process is gone, or we may not signal it; the caller checks again.
  }
}

/** The command line is readable without extra rights, and always contains the cluster's folder. */
async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return commandLine.split('\0').includes(clusterDir)
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)])
  return stdout.includes(`-D ${clusterDir} `)
}

async function isZombie(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** Best effort: a container without ptrace rights doesn't show the working folder of another user's process. */
async function processesIn(directory: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)))
  return pids.filter((_, index) => folders[index] === directory)
}
