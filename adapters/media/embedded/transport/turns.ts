/** Does pieces of work one by one, each in a turn of the event loop of its own, and none before the caller ends. */
export const createTurns = (): ((work: () => void) => void) => {
  const waiting: (() => void)[] = []
  let isScheduled = false
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      try {
        waiting.shift()?.()
      } finally {
        schedule()
      }
    })
  }
  return (work) => {
    waiting.push(work)
    schedule()
  }
}
