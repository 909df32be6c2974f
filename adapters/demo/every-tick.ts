const tickMs = 10

const ticks = new Set<(nowMs: number) => void>()
let timer: NodeJS.Timeout | undefined

/**
 * Runs a function every 10 ms until the returned function is called; all connections of a process share one
 * timer.
 */
export const everyTick = (tick: (nowMs: number) => void): (() => void) => {
  ticks.add(tick)
  timer ??= setInterval(() => {
    const nowMs = performance.now()
    for (const each of ticks) each(nowMs)
  }, tickMs)
  return () => {
    ticks.delete(tick)
    if (ticks.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
