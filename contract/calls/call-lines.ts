import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, success } from '#contract/core/shared.ts'
import { iceServer } from './calls.ts'

/** Lines are connections of the ringing pages of a call, brought up before the answer. */
export const callLinesEndpoints = {
  openCallLine: defineEndpoint({
    method: 'POST',
    path: '/api/open-call-line',
    access: 'session',
    summary:
      'What a page needs to bring its connections up while a call of its member rings: nothing is forwarded and nothing kept before the answer',
    input: z.object({ callId: commandId, pageId: commandId }),
    output: z.object({
      type: success,
      /** Bearer token of the WHIP and WHEP endpoints for this page, as long as the ring may last. */
      line_token: z.string(),
      ice_servers: z.array(iceServer),
    }),
    refusals: ['notFound', 'callNotRinging'],
  }),
}
