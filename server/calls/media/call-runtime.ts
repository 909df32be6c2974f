import { ConfigError } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { startDemoAnswers } from '#server/demo/demo-answers.ts'
import { createDemoParticipants, type DemoParticipants } from '#server/demo/demo-participants.ts'
import type { Loops } from '#server/lifecycle/loop.ts'
import { watchSessions } from '../call-sessions.ts'
import { createMediaEvents } from './media-events.ts'
import { reportCalls, startCallLoops } from './meter-loop.ts'
import { recoverCalls } from './recover.ts'

export interface CallRuntime {
  /**
   * Before the doors open: the media server, and the calls that an earlier process of this node left.
   *
   * @param lastThereAt when that process was last there; null when there was none
   */
  start(lastThereAt: number | null): Promise<void>
  /** The demo's participants, who come in through the open doors. */
  startDemo(ownUrl: string): void
  stop(): Promise<void>
}

/** Everything that runs for calls beside requests: the media server, the loops, the demo's participants. */
export const createCallRuntime = (context: Context): CallRuntime => {
  const mediaEvents = createMediaEvents(context)
  let loops: Loops | null = null
  let stopListening: (() => void) | null = null
  let stopWatching: (() => void) | null = null
  let stopAnswers: (() => void) | null = null
  let stage: DemoParticipants | null = null
  return {
    start: async (lastThereAt) => {
      await context.media.start().catch((error: Error) => {
        throw new ConfigError(error.message, { cause: error })
      })
      stopListening = context.media.onEvent((event) => mediaEvents.take(event))
      stopWatching = watchSessions(context)
      const recovered = await recoverCalls(context, lastThereAt)
      if (recovered > 0) context.log.info('calls-recovered', { count: recovered })
      await context.incoming.reload()
      loops = startCallLoops(context)
    },
    startDemo: (ownUrl) => {
      stage = createDemoParticipants(context, ownUrl)
      stopAnswers = startDemoAnswers(context, stage)
    },
    stop: async () => {
      stopAnswers?.()
      await loops?.stop()
      stopListening?.()
      stopWatching?.()
      await mediaEvents.stop()
      // The next process goes on from here; the others need not wait.
      await reportCalls(context).catch((error: unknown) => context.log.error('last-report-failed', { error }))
      await context.nodes.close()
      await stage?.stop()
      await context.media.stop()
    },
  }
}
