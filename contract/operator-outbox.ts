import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { instant, memberId, nothing, success } from './shared.ts'

export const outboxShownMax = 100

export const keptMail = z.object({
  id: z.uuid(),
  memberId,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: instant,
})
export type KeptMail = z.infer<typeof keptMail>

export const operatorOutboxEndpoints = {
  operatorOutbox: defineEndpoint({
    method: 'POST',
    path: '/api/operator/outbox',
    access: 'operator',
    summary: 'What the demo would have mailed, newest first; refused where mail is really sent',
    input: nothing,
    output: z.object({ type: success, mails: z.array(keptMail) }),
    refusals: ['outboxClosed'],
  }),
}
