/** Runs pieces of work one by one, each in its own turn of the event loop, and none before the caller returns. */
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
