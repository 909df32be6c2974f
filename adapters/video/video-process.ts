import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism, constants, setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { VideoProblem } from '#contract/videos/problems.ts'

/** What one process may take. */
export interface VideoProcessLimits {
  wallMs: number
  cpuSec: number
  /** Of the whole process; a 4K video takes about a gigabyte. */
  memoryBytes: number
  /** Of one file that it writes. */
  fileBytes: number
  threads: number
}

const root = path.dirname(path.dirname(import.meta.dirname))
const lookEveryMs = 200
const blockBytes = 512
const pageBytes = 4096
const diagnosisMax = 2_000

/** A program of this folder that reads one file of somebody else, and what it needs. */
export interface VideoWork {
  program: 'converting-child.ts' | 'frames-child.ts'
  /** The file as it was sent: hostile until the opposite is shown. */
  source: string
  /** An empty folder of ours. */
  folder: string
  /** Of the program, after source and folder. */
  more?: readonly string[]
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Resident bytes of a process; 0 where the system doesn't say, as on others than Linux. */
const residentBytes = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * pageBytes
}

/** How the kernel ends a process that has passed its limit of CPU time or of a file's size. */
const limitSignals: readonly (string | null)[] = ['SIGXCPU', 'SIGXFSZ']

/**
 * The shell sets the limits that the kernel keeps, and becomes the child. The kernel says that the CPU time is used up
 * where it may be passed by some seconds, and kills without a word where it may not. `taskset` keeps the threads on so many cores, and
 * the encoder starts as many threads as it sees cores; where there is no `taskset`, nothing limits them.
 */
const script = `
ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$(($1 + 5))"; ulimit -f "$2"; cores="$3"; shift 3
if command -v taskset >/dev/null && taskset -c "$cores" true 2>/dev/null; then exec taskset -c "$cores" "$@"; fi
exec "$@"`

const commandOf = (
  { program, source, folder, more = [] }: VideoWork,
  limits: VideoProcessLimits,
): string[] => {
  const cores = Math.min(limits.threads, availableParallelism())
  return [
    ...['-c', script, 'sh', String(limits.cpuSec), String(Math.ceil(limits.fileBytes / blockBytes))],
    ...[cores === 1 ? '0' : `0-${cores - 1}`, process.execPath, '--max-old-space-size=512', '--no-warnings'],
    // Readers of containers are JavaScript: they can open nothing but this file, and write nothing but the results.
    ...['--permission', '--allow-addons', `--allow-fs-read=${root}`, `--allow-fs-read=${source}`],
    ...[`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`],
    ...[path.join(import.meta.dirname, program), source, folder, ...more],
  ]
}

/**
 * Runs a program on a video in a child process with limits of time, memory and threads, and none of our secrets. Answers
 * what it printed last as its result, or why the video can't be used; rejects only where the fault is ours, or the signal
 * ended it.
 */
export const runVideoProcess = <Result extends object>(
  work: VideoWork,
  limits: VideoProcessLimits,
): Promise<Result | { problem: VideoProblem }> =>
  new Promise((resolve, reject) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const running = spawn('sh', commandOf(work, limits), {
      stdio: ['pipe', 'pipe', 'pipe'],
      // No secret of ours, and few threads for the work of Node itself.
      env: { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: String(limits.threads) },
    })
    let outcome: Result | { problem: VideoProblem } | null = null
    let isOverLimit = false
    let diagnosis = ''
    const stop = () => running.kill('SIGKILL')
    const overLimit = () => {
      isOverLimit = true
      stop()
    }
    const timer = setTimeout(overLimit, limits.wallMs)
    const looks = setInterval(async () => {
      if (running.pid && (await residentBytes(running.pid)) > limits.memoryBytes) overLimit()
    }, lookEveryMs)
    work.signal?.addEventListener('abort', stop, { once: true })
    if (running.pid) lowerPriority(running.pid)
    createInterface({ input: running.stdout })
      .on('line', (line) => {
        const said = readLine<Result>(line)
        if (said?.share !== undefined) work.onProgress?.(said.share)
        if (said?.result) outcome = said.result
      })
      .on('close', end)
    running.stdin.on('error', () => {})
    running.stderr.on('data', (bytes) => {
      diagnosis = `${diagnosis}${bytes}`.slice(-diagnosisMax)
    })
    running.on('error', reject)
    running.on('exit', async (code, signal) => {
      clearTimeout(timer)
      clearInterval(looks)
      work.signal?.removeEventListener('abort', stop)
      await ended
      if (work.signal?.aborted) reject(work.signal.reason)
      else if (isOverLimit || limitSignals.includes(signal)) resolve({ problem: 'tooHeavy' })
      else if (outcome && code === 0) resolve(outcome)
      // A decoder that crashes on these bytes crashes on them again.
      else if (signal) resolve({ problem: 'unreadable' })
      else reject(new Error(`${work.program} ended with code ${code}: ${diagnosis}`))
    })
  })

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

const readLine = <Result>(
  line: string,
): { share?: number; result?: Result | { problem: VideoProblem } } | null => {
  try {
    return JSON.parse(line) as { share?: number; result?: Result | { problem: VideoProblem } }
  } catch {
    // Libraries may print as well.
    return null
  }
}
