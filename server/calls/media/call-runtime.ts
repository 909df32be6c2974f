import type { Context } from '#server/context.ts'
import type { Loops } from '#server/lifecycle/loop.ts'
import { watchSessions } from '../call-sessions.ts'
import { closeLinesAfterRings } from './lines.ts'
import { createMediaEvents } from './media-events.ts'
import { reportCalls, startCallLoops } from './meter-loop.ts'
import { recoverCalls } from './recover.ts'

/** The demo's broadcasters, who answer calls by themselves. */
export interface SimulatedParticipants {
  stopAnswering(): void
  leave(): Promise<void>
}

export interface CallRuntime {
  /**
   * Before the server accepts requests, with a media server that has started: the calls that an earlier process of this
   * node left.
   *
   * @param lastThereAt when that process was last alive; null when there was none
   */
  start(lastThereAt: number | null): Promise<void>
  /** Simulated participants stop with the runtime: they leave when media events are no longer counted. */
  add(participants: SimulatedParticipants): void
  stop(): Promise<void>
}

/** Everything that runs for calls beside requests: the loops, the demo's participants, the end of the media server. */
export const createCallRuntime = (context: Context): CallRuntime => {
  const mediaEvents = createMediaEvents(context)
  let loops: Loops | null = null
  let stopListening: (() => void) | null = null
  let stopWatching: (() => void) | null = null
  let stopClosing: (() => void) | null = null
  let simulated: SimulatedParticipants | null = null
  return {
    start: async (lastThereAt) => {
      stopListening = context.media.onEvent((event) => mediaEvents.accept(event))
      stopWatching = watchSessions(context)
      stopClosing = closeLinesAfterRings(context)
      const recovered = await recoverCalls(context, lastThereAt, mediaEvents.queues)
      if (recovered > 0) context.log.info('calls-recovered', { count: recovered })
      await context.incoming.reload()
      loops = startCallLoops(context, mediaEvents.queues)
    },
    add: (participants) => {
      simulated = participants
    },
    stop: async () => {
      simulated?.stopAnswering()
      await loops?.stop()
      stopListening?.()
      stopWatching?.()
      stopClosing?.()
      await mediaEvents.stop()
      // The next process goes on from here, and the other nodes need not wait.
      await reportCalls(context).catch((error: unknown) => context.log.error('last-report-failed', { error }))
      await context.nodes.close()
      await simulated?.leave()
      await context.media.stop()
    },
  }
}
