import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, success } from '#contract/core/shared.ts'
import { callSnapshot } from './calls.ts'

/** An endpoint without a question or a price never gives those of them. */
const refusals = [
  'notFound',
  'callGone',
  'callWrongKind',
  'callKindRefused',
  'callRateChanged',
  'callNotAsked',
  'insufficientPoints',
] as const
const output = z.object({ type: success, call: callSnapshot })

/** A running call changes its kind (product.md 3.29): to video by consent of both sides, to voice at once. */
export const callKindEndpoints = {
  askForVideo: defineEndpoint({
    method: 'POST',
    path: '/api/ask-for-video',
    access: 'session',
    summary:
      'Asks the other side of a voice call to go on with video. When that side has asked too, both agree',
    input: z.object({
      callId: commandId,
      /** The price that stood on a caller's button: a higher one is refused instead of charged. */
      expectedPointsPerMin: z.optional(z.int()),
    }),
    output,
    refusals,
  }),
  answerVideoAsk: defineEndpoint({
    method: 'POST',
    path: '/api/answer-video-ask',
    access: 'session',
    summary:
      "Agrees to the other side's question or declines it; the side that asked takes its own question back",
    input: z.object({ callId: commandId, agrees: z.boolean(), expectedPointsPerMin: z.optional(z.int()) }),
    output,
    refusals,
  }),
  changeCallToVoice: defineEndpoint({
    method: 'POST',
    path: '/api/change-call-to-voice',
    access: 'session',
    summary: 'Goes on without video, which only gets cheaper; a voice call stays one',
    input: z.object({ callId: commandId }),
    output,
    refusals,
  }),
}
