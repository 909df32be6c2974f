import { ConfigError } from '../config.ts'
import type { Context } from '../context.ts'
import { startDemoAnswers } from './demo-answers.ts'
import { createDemoStage, type DemoStage } from './demo-stage.ts'
import { onMediaEvent } from './media-events.ts'
import { type Loops, startCallLoops } from './meter-loop.ts'
import { recoverCalls } from './recover.ts'

export interface CallRuntime {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Everything that runs for calls beside requests: the media server, the loops, the demo's participants. */
export const createCallRuntime = (context: Context, ownUrl: string): CallRuntime => {
  let loops: Loops | null = null
  let stopEvents: (() => void) | null = null
  let stopAnswers: (() => void) | null = null
  let stage: DemoStage | null = null
  return {
    start: async () => {
      await context.media.start().catch((error: Error) => {
        throw new ConfigError(error.message, { cause: error })
      })
      const recovered = await recoverCalls(context)
      if (recovered > 0) context.log.info('calls-recovered', { count: recovered })
      await context.incoming.reload()
      stopEvents = context.media.onEvent((event) => {
        onMediaEvent(context, event).catch((error: unknown) =>
          context.log.error('media-event-failed', { type: event.type, error }),
        )
      })
      loops = startCallLoops(context)
      if (context.config.demo) {
        stage = createDemoStage(context, ownUrl)
        stopAnswers = startDemoAnswers(context, stage)
      }
    },
    stop: async () => {
      stopAnswers?.()
      await loops?.stop()
      stopEvents?.()
      await stage?.stop()
      await context.media.stop()
    },
  }
}
