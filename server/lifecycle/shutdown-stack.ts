export interface ShutdownStack {
  add: (step: () => Promise<unknown> | unknown) => void
  /** Runs the steps in reverse order, once; a failing step doesn't prevent the others. */
  run: () => Promise<void>
}

/** Collects how to stop each started part, so that they stop in reverse order. */
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
