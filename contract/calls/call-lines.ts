import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, success } from '#contract/core/shared.ts'
import { iceServer } from './calls.ts'

/** The longest offer that is read, in characters. adapters/media/port.ts has the same figure; a test holds them equal. */
export const offerLengthMax = 32 * 1024

/** Of several offers of a page the one with the highest number counts, in whatever order they arrive. */
const attempt = z.int().check(z.positive())

/** Lines are connections of the ringing pages of a call, brought up before the answer. */
export const callLinesEndpoints = {
  openCallLine: defineEndpoint({
    method: 'POST',
    path: '/api/open-call-line',
    access: 'session',
    summary:
      'Brings the connection of a page up, for both directions, while a call of its member rings: nothing is forwarded and nothing kept before the answer',
    input: z.object({
      callId: commandId,
      pageId: commandId,
      attempt,
      /** SDP: sections that the page sends in, and sections that it receives in, in one bundle. */
      offer: z.string().check(z.maxLength(offerLengthMax)),
    }),
    output: z.object({
      type: success,
      /** SDP. */
      answer: z.string(),
      /** Once the call is answered, each direction is closed by a DELETE to its address, with the call's token. */
      publish_resource: z.string(),
      subscribe_resource: z.string(),
      /** For the next attempt, where the direct way doesn't come up. Empty where no relay is configured. */
      ice_servers: z.array(iceServer),
    }),
    refusals: ['notFound', 'callNotRinging', 'mediaUnavailable'],
  }),
  closeCallLine: defineEndpoint({
    method: 'POST',
    path: '/api/close-call-line',
    access: 'session',
    summary: 'The page doesn’t show the ringing call any more; without a line it does nothing',
    input: z.object({ callId: commandId, pageId: commandId, attempt }),
    output: z.object({ type: success }),
    refusals: [],
  }),
}
