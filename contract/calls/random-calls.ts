import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, success } from '#contract/core/shared.ts'
import { callSnapshot, callTokens } from './calls.ts'

/** Where somebody stands who waits for a random partner. */
export const randomWait = z.object({
  since: instant,
  /** Callers who have waited longer; 0: this caller gets the next partner. */
  ahead: z.int(),
  /** From the matches of the last minutes; null while there is nothing to tell it from. */
  estimateSec: z.nullable(z.int()),
})
export type RandomWait = z.infer<typeof randomWait>

/** Random video (product.md 3.18): the longest-waiting standby broadcaster, not blocked, and none of the caller's last three. */
export const randomCallsEndpoints = {
  requestRandomCall: defineEndpoint({
    method: 'POST',
    path: '/api/request-random-call',
    access: 'session',
    summary:
      'Rings the broadcaster who waits longest, or keeps a place among those who wait; asked every 2 s with the same client-made id, which becomes the id of the call',
    input: z.object({ callId: commandId }),
    output: z.object({
      type: success,
      /** Null while the caller waits. */
      matched: z.nullable(z.extend(callTokens, { call: callSnapshot })),
      /** Null once somebody is found. */
      waiting: z.nullable(randomWait),
    }),
    refusals: [
      'underAge',
      'consentDue',
      'callSameRole',
      'callAlreadyInCall',
      'callReceptionUnproven',
      'insufficientPoints',
      'idempotencyMismatch',
      'callGone',
    ],
  }),
  cancelRandomCall: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-random-call',
    access: 'session',
    summary: 'Gives the place up; a ring that has begun meanwhile is cancelled. Again: no error',
    input: z.object({ callId: commandId }),
    output: done,
    refusals: [],
  }),
}
