import { livePlaces } from '#seed/live-rooms.ts'
import { liveWatchers } from '#seed/live-watchers.ts'
import type { SimulatedParticipants } from '#server/calls/media/call-runtime.ts'
import type { Context } from '#server/context.ts'
import { loop } from '#server/lifecycle/loop.ts'
import { startDemoAnswers } from './demo-answers.ts'
import { createDemoLiveRooms } from './demo-live-rooms.ts'
import { createDemoLiveWatchers } from './demo-live-watchers.ts'
import { createDemoParticipants, type DemoParticipants } from './demo-participants.ts'
import { startDemoReplies } from './demo-replies.ts'

interface StartedDemo {
  /** The broadcasters in calls, who leave with the calls' runtime. */
  inCalls: SimulatedParticipants
  /** Ends the live rooms and the replies; before requests stop being answered. */
  stop(): Promise<void>
}

const tendLiveEveryMs = 3_000

/** Starts the demo's broadcasters, who reach the media server at `ownUrl` like browsers. */
export const startDemo = (context: Context, ownUrl: string): StartedDemo => {
  const participants = createDemoParticipants(context, ownUrl)
  const inCalls = { stopAnswering: startDemoAnswers(context, participants), leave: () => participants.stop() }
  const stopReplies = startDemoReplies(context)
  const endLive = context.config.demoLive ? startDemoLive(context, participants) : async () => undefined
  return {
    inCalls,
    stop: async () => {
      stopReplies()
      await endLive()
    },
  }
}

const startDemoLive = (context: Context, participants: DemoParticipants): (() => Promise<void>) => {
  const watchers = createDemoLiveWatchers(context, liveWatchers)
  const rooms = createDemoLiveRooms(context, participants, livePlaces, watchers)
  const tending = loop(context, 'demo-live', tendLiveEveryMs, () => rooms.tend(context.now()))
  return async () => {
    await tending.stop()
    await rooms.stop()
  }
}
