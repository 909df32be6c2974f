import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, success } from '#contract/core/shared.ts'
import { iceServer } from './calls.ts'

/** A test's room closes by itself after this. */
export const videoTestMaxMs = 60_000

/** A room of one: what the page sends comes back to it, over the same media server as a call. No points, no partner. */
export const videoTestEndpoints = {
  beginVideoTest: defineEndpoint({
    method: 'POST',
    path: '/api/begin-video-test',
    access: 'session',
    summary: 'Opens an echo room for a pre-call test; one at a time per member, the newest stays',
    input: z.object({ testId: commandId }),
    output: z.object({
      type: success,
      /** Bearer of the WHIP and WHEP endpoints at /api/media/whip|whep/{testId}. */
      rtc_channel_token: z.string(),
      ice_servers: z.array(iceServer),
    }),
    refusals: ['mediaUnavailable', 'callAlreadyInCall'],
  }),
  endVideoTest: defineEndpoint({
    method: 'POST',
    path: '/api/end-video-test',
    access: 'session',
    summary: "Closes the viewer's own test; again: no error",
    input: z.object({ testId: commandId }),
    output: done,
    refusals: [],
  }),
}
