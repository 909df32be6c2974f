import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Bench, median } from '#bench/bench.ts'
import { startChild } from '#bench/shared/child.ts'
import type { ChurnApp } from './churn-app.ts'
import type { ChurnCounts } from './churn-people.ts'

/**
 * Calls that start and end all the time (ten at once), through all parts: sign-in, HTTP, sockets, ledger, media. A
 * process that leaks memory with each of them grows; the slope of its resident memory shows it, after the first
 * minutes in which caches fill. `CHURN_MINUTES` shortens the run.
 */
const minutes = Number(process.env.CHURN_MINUTES ?? 30)
const settleMinutes = Math.min(5, minutes / 3)
const sampleEveryMs = 10_000
const slopeMbPerMinMax = 1
/** Ten at once of about ten seconds each; a run with much less proves nothing. */
const callsPerMinuteMin = 20
const failureShareMax = 0.02

const benchRoot = fileURLToPath(new URL('../../.test/', import.meta.url))
const mediaProcessFile = 'adapters/media/embedded/process/process.ts'

interface Sample {
  minute: number
  /** Resident memory in MB, in the order of the judged processes. */
  sizes: number[]
}

export const bench: Bench = async (print) => {
  await mkdir(benchRoot, { recursive: true })
  const dataDir = await mkdtemp(join(benchRoot, 'churn-'))
  const app = startChild(new URL('./churn-app.ts', import.meta.url), {
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      HOST: '127.0.0.1',
      MEDIA_UDP_PORT: '0',
      DEMO: 'true',
      DEMO_LIVE: 'false',
      TRUSTED_PROXY_HOPS: '1',
      LOG_LEVEL: 'error',
    },
  })
  const people = startChild(new URL('./churn-people.ts', import.meta.url))
  try {
    await people.request<ChurnCounts>(await app.next<ChurnApp>())
    const media = await mediaPidsOf(app.pid)
    const judged = [app.pid, ...media]
    const names = ['app', ...media.map((_, index) => `media ${index + 1}`)]
    print(row(['min', 'calls', 'returns', 'cancelled', 'failures', ...names, 'callers']))
    const samples = await watch(judged, async (sample) => {
      const counts = await people.request<ChurnCounts>('counts')
      const { calls, returns, cancelled, failures } = counts
      const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
      const sizes = [...sample.sizes, await residentMb(people.pid)].map((mb) => mb.toFixed(1))
      print(row([sample.minute.toFixed(1), calls, returns, cancelled, failed, ...sizes]))
    })
    const counts = await people.request<ChurnCounts>('counts')
    assertWorthwhile(counts)
    const settled = samples.filter(({ minute }) => minute > settleMinutes)
    const slopes = judged.map((_, index) =>
      slopeOf(settled.map(({ minute, sizes }) => [minute, sizes[index] ?? Number.NaN])),
    )
    for (const [index, slope] of slopes.entries()) print(`${names[index]} ${slope.toFixed(3)} MB/min`)
    const worst = Math.max(...slopes)
    return {
      figure: `${worst.toFixed(2)}MB/min`,
      bar: `<${slopeMbPerMinMax}MB/min`,
      isMet: worst < slopeMbPerMinMax,
    }
  } finally {
    await people.end()
    await app.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => String(cell).padStart(9)).join(' ')

const watch = async (
  pids: readonly number[],
  report: (sample: Sample) => Promise<void>,
): Promise<Sample[]> => {
  const startedAt = performance.now()
  const samples: Sample[] = []
  let reportedMinute = 0
  for (let index = 1; index * sampleEveryMs <= minutes * 60_000; index++) {
    await pause(Math.max(0, startedAt + index * sampleEveryMs - performance.now()))
    const minute = (performance.now() - startedAt) / 60_000
    const sample = { minute, sizes: await Promise.all(pids.map(residentMb)) }
    samples.push(sample)
    if (Math.floor(minute) === reportedMinute) continue
    reportedMinute = Math.floor(minute)
    await report(sample)
  }
  return samples
}

const assertWorthwhile = ({ calls, failures }: ChurnCounts): void => {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  const isWorthwhile = calls >= callsPerMinuteMin * minutes && failed <= calls * failureShareMax
  if (!isWorthwhile) throw new Error(`only ${calls} calls, and ${JSON.stringify(failures)}`)
}

/** Throws when the process is gone: one that died and was replaced has no slope. */
const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

const mediaPidsOf = async (appPid: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const isMedia = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      const [status, command] = await Promise.all([read('status'), read('cmdline')])
      return status.includes(`\nPPid:\t${appPid}\n`) && command.includes(mediaProcessFile)
    }),
  )
  return pids.filter((_, index) => isMedia[index])
}

/**
 * The median of the slopes between any two samples (Theil and Sen), in the unit of the second value over that of the
 * first. At a collection V8 releases about 50 MB of its young generation and allocates them again within minutes: one
 * such step would decide a line of least squares, and says nothing about leaks.
 */
const slopeOf = (points: readonly (readonly [number, number])[]): number =>
  median(
    points.flatMap(([x, y], index) =>
      points.slice(index + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)),
    ),
  )
