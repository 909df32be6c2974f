export interface ShutdownStack {
  add: (step: () => Promise<unknown> | unknown) => void
  /** Runs the steps in reverse order, once; a failing step doesn't keep the others from running. */
  run: () => Promise<void>
}

/** What has been started, to be ended the other way round. */
export const createShutdownStack = (): ShutdownStack => {
  const steps: (() => Promise<unknown> | unknown)[] = []
  let running: Promise<void> | null = null
  const runAll = async () => {
    const failures: unknown[] = []
    for (const step of steps.reverse()) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, '終了の途中で問題がありました。')
  }
  return {
    add: (step) => {
      steps.push(step)
    },
    run: () => {
      running ??= runAll()
      return running
    },
  }
}
