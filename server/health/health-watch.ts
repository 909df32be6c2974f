import type { Log } from '#server/lifecycle/log.ts'
import { withTimeout } from '#server/lifecycle/with-timeout.ts'
import type { WriteProbe } from './write-probe.ts'

export interface Findings {
  /** Whether the database accepts writes. */
  isWritable: boolean
  isDiskFree: boolean
  /** Undefined where it isn't known. */
  freeDiskBytes: number | undefined
}

/** Repeats the checks that are too expensive for each request. */
export interface HealthWatch {
  /** The result of the last check; until the first one has ended, that all is well. */
  findings(): Findings
  check(): Promise<void>
  /** Starts the first check and repeats it until `stop`. */
  start(): void
  stop(): Promise<void>
}

interface Parts {
  probe: WriteProbe
  freeDiskBytes(): Promise<number>
  /** With less free space the disk counts as full. */
  freeDiskBytesMin: number
  log: Pick<Log, 'error' | 'info'>
}

const checkEveryMs = 5_000
/** A repaired disk or database should be used again soon. */
const checkAgainEveryMs = 1_000
const probeTimeoutMs = 3_000

/** While a call is pending, the function answers with that call instead of starting a second one. */
const oneAtATime = <Answer>(start: () => Promise<Answer>): (() => Promise<Answer>) => {
  let pending: Promise<Answer> | null = null
  return () => {
    pending ??= start().finally(() => {
      pending = null
    })
    return pending
  }
}

export const createHealthWatch = ({ probe, freeDiskBytes, freeDiskBytesMin, log }: Parts): HealthWatch => {
  let found: Findings = { isWritable: true, isDiskFree: true, freeDiskBytes: undefined }
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let checking: Promise<void> = Promise.resolve()
  const tryToWrite = oneAtATime(() =>
    probe.run().then(
      () => null,
      (error: unknown) => error,
    ),
  )
  const readFreeBytes = oneAtATime(freeDiskBytes)
  const logChange = (before: Findings, after: Findings, error: unknown) => {
    if (before.isWritable && !after.isWritable) log.error('database-not-writable', { error })
    if (!before.isWritable && after.isWritable) log.info('database-writable')
    const facts = { freeBytes: after.freeDiskBytes, wantedBytes: freeDiskBytesMin }
    if (before.isDiskFree && !after.isDiskFree) log.error('disk-full', facts)
    if (!before.isDiskFree && after.isDiskFree) log.info('disk-free', facts)
  }
  const check = async () => {
    const [error, free] = await Promise.all([
      withTimeout<unknown>(probeTimeoutMs, tryToWrite(), new Error(`no answer within ${probeTimeoutMs} ms`)),
      withTimeout<number | undefined>(probeTimeoutMs, readFreeBytes(), undefined),
    ])
    const before = found
    const isDiskFree = free !== undefined && free >= freeDiskBytesMin
    found = { isWritable: error === null, isDiskFree, freeDiskBytes: free }
    if (!isStopped) logChange(before, found, error)
  }
  const round = () => {
    checking = check().then(() => {
      if (!isStopped) timer = setTimeout(round, found.isWritable ? checkEveryMs : checkAgainEveryMs)
    })
  }
  return {
    findings: () => found,
    check,
    start: round,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await checking
      await probe.close()
    },
  }
}
