import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, memberId } from '#contract/core/shared.ts'

export const videoRequestEndpoints = {
  sendVideoRequest: defineEndpoint({
    method: 'POST',
    path: '/api/send-video-request',
    access: 'session',
    summary:
      'Invites a broadcaster who is not waiting to call back: a card in the conversation, and a push. Carries no points',
    input: z.object({
      /** Client-made; the same id again is the same request. */
      requestId: commandId,
      partnerId: memberId,
    }),
    output: done,
    refusals: [
      'partnerUnavailable',
      'underAge',
      'chatSameRole',
      'callKindRefused',
      'videoRequestStandby',
      'videoRequestOpen',
      'videoRequestTooMany',
      'chatTooFast',
      'chatTooManyFirsts',
      'idempotencyMismatch',
    ],
  }),
}
