import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, memberId, nothing, success } from '#contract/core/shared.ts'

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

export const keptSms = z.object({
  id: z.uuid(),
  memberId,
  /** E.164 */
  to: z.string(),
  text: z.string(),
  createdAt: instant,
})
export type KeptSms = z.infer<typeof keptSms>

export const operatorOutboxEndpoints = {
  operatorOutbox: defineEndpoint({
    method: 'POST',
    path: '/api/operator/outbox',
    access: 'operator',
    summary: 'What the demo would have mailed and texted, newest first; refused where both are really sent',
    input: nothing,
    output: z.object({ type: success, mails: z.array(keptMail), texts: z.array(keptSms) }),
    refusals: ['outboxClosed'],
  }),
}
