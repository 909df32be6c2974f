import { isatty } from 'node:tty'

/** Refusals to start whose message is a sentence for the person at the terminal; a stack would only hide it. */
const spokenErrors = new Set([
  'BackupError',
  'ConfigError',
  'DataDirLockedError',
  'EmbeddedPostgresError',
  'MigrationError',
  'OperatorAccountError',
  'WebBuildError',
])

export interface Stoppable {
  announceStop(): void
  stop(): Promise<void>
}

export interface SignalOptions {
  /** How long a stop is announced before it begins. */
  noticeMs: number
  /** What receives the signals, and ends. */
  host?: Pick<NodeJS.Process, 'on' | 'exit'>
  /** Whether a person started the app at a terminal. */
  isAtTerminal?: boolean
}

/** `npm start` passes on the Ctrl-C that the app has received itself: signals this close together are one. */
const sameSignalMs = 500

/**
 * The first signal announces the stop, then stops the app. A second one ends the announcement, and once the app is
 * stopping it ends the process at once. A Ctrl-C at a terminal isn't announced: no proxy is there to see it.
 */
export function stopOnSignals(
  app: Stoppable,
  { noticeMs, host = process, isAtTerminal = isatty(0) }: SignalOptions,
): void {
  let stage: 'running' | 'announced' | 'stopping' = 'running'
  let notice: NodeJS.Timeout | undefined
  let lastSignalAtMs = Number.NEGATIVE_INFINITY
  const stop = () => {
    clearTimeout(notice)
    stage = 'stopping'
    app.stop().then(
      () => host.exit(0),
      (error: unknown) => {
        printFailure(error)
        host.exit(1)
      },
    )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    const isRepeated = performance.now() - lastSignalAtMs < sameSignalMs
    lastSignalAtMs = performance.now()
    if (isRepeated) return
    if (stage === 'stopping') host.exit(1)
    if (stage === 'announced') stop()
    if (stage !== 'running') return
    console.log('停止しています…')
    app.announceStop()
    if (noticeMs === 0 || (signal === 'SIGINT' && isAtTerminal)) return stop()
    stage = 'announced'
    notice = setTimeout(stop, noticeMs)
  }
  host.on('SIGINT', onSignal)
  host.on('SIGTERM', onSignal)
}

/** For what leaves nothing to be stopped in order. */
export function endAtOnce(reason: Error): void {
  printFailure(reason)
  process.exit(1)
}

export function printFailure(error: unknown): void {
  const isSpoken = error instanceof Error && spokenErrors.has(error.name)
  console.error(isSpoken ? error.message : error)
}
