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

/** The first signal drains and ends the app, a second one ends it at once. */
export function stopOnSignals(app: { stop(): Promise<void> }): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    console.log('停止しています…')
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        tellFailure(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** For what leaves nothing to be stopped in order. */
export function endAtOnce(reason: Error): void {
  tellFailure(reason)
  process.exit(1)
}

export function tellFailure(error: unknown): void {
  const isSpoken = error instanceof Error && spokenErrors.has(error.name)
  console.error(isSpoken ? error.message : error)
}
