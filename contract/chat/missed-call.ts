import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId } from '#contract/core/shared.ts'
import { sendOutput } from './chat.ts'

export const missedCallEndpoints = {
  sendAbsenceCallMessage: defineEndpoint({
    method: 'POST',
    path: '/api/send-absence-call-message',
    access: 'session',
    summary: 'Posts the missed-call card of an unanswered ring that the viewer dialled; once per call',
    input: z.object({ callId: commandId }),
    output: sendOutput,
    refusals: ['notFound', 'callNotMissed'],
  }),
}
