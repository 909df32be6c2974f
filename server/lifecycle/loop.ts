import type { Context } from '#server/context.ts'

export interface Loops {
  stop(): Promise<void>
}

/**
 * Repeats `work` with a pause after each run: `everyMs`, or the milliseconds that `work` returns. A failure is logged
 * and the loop goes on.
 */
export const loop = (
  context: Pick<Context, 'log'>,
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
): Loops => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const round = () => {
    running = work()
      .catch((error: unknown) => context.log.error('loop-failed', { loop: name, error }))
      .then((restMs) => {
        if (!isStopped) timer = setTimeout(round, typeof restMs === 'number' ? restMs : everyMs)
      })
  }
  timer = setTimeout(round, everyMs)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
