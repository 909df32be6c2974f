import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#server/context.ts'

const retryPauseMs = { first: 100, max: 2_000 }

export interface EventQueues {
  /** Does the work after what came before under this key, and tries again until it succeeds. */
  enqueue(key: string, work: () => Promise<unknown>): void
  /** Whether work of this key waits, is under way or is tried again. */
  isQueued(key: string): boolean
  /** Resolves when everything so far is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** The media server reports each event once, and the database may be away at that moment. */
export const createEventQueues = (context: Pick<Context, 'log'>): EventQueues => {
  const queues = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
    for (
      let pauseMs = retryPauseMs.first;
      !stopping.signal.aborted;
      pauseMs = Math.min(pauseMs * 2, retryPauseMs.max)
    ) {
      try {
        await work()
        return
      } catch (error) {
        context.log.error('media-event-failed', { error })
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  return {
    enqueue: (key, work) => {
      const done: Promise<void> = (queues.get(key) ?? Promise.resolve())
        .then(() => untilDone(work))
        .finally(() => {
          if (queues.get(key) === done) queues.delete(key)
        })
      queues.set(key, done)
    },
    isQueued: (key) => queues.has(key),
    settled: async () => {
      while (queues.size > 0) await Promise.all(queues.values())
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(queues.values())
    },
  }
}
