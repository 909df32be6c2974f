/** Leaves a piece of work for the end of the present turn of the event loop. `now`: monotonic milliseconds. */
export type AtTurnEnd = (work: (now: number) => void) => void

const atEnd: ((now: number) => void)[] = []

/** After all packets that have come in this turn. The work must not throw. */
export const atTurnEnd: AtTurnEnd = (work) => {
  atEnd.push(work)
  if (atEnd.length > 1) return
  setImmediate(() => {
    const now = performance.now()
    for (const each of atEnd.splice(0)) each(now)
  })
}

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
