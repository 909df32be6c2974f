import type { SimulatedParticipants } from '#server/calls/media/call-runtime.ts'
import type { Context } from '#server/context.ts'
import { startDemoAnswers } from './demo-answers.ts'
import { createDemoParticipants } from './demo-participants.ts'

/** Starts the demo's broadcasters, who reach the media server at `ownUrl` like browsers. */
export const startDemoParticipants = (context: Context, ownUrl: string): SimulatedParticipants => {
  const participants = createDemoParticipants(context, ownUrl)
  return { stopAnswering: startDemoAnswers(context, participants), leave: () => participants.stop() }
}
