import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, memberId, nothing, success } from '#contract/core/shared.ts'

export const outboxShownMax = 100

export const storedMail = z.object({
  id: z.uuid(),
  memberId,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: instant,
})
export type StoredMail = z.infer<typeof storedMail>

export const storedSms = z.object({
  id: z.uuid(),
  memberId,
  /** E.164 */
  to: z.string(),
  text: z.string(),
  createdAt: instant,
})
export type StoredSms = z.infer<typeof storedSms>

export const operatorOutboxEndpoints = {
  operatorOutbox: defineEndpoint({
    method: 'POST',
    path: '/api/operator/outbox',
    access: 'operator',
    summary: 'What the demo would have mailed and texted, newest first; refused where both are really sent',
    input: nothing,
    output: z.object({ type: success, mails: z.array(storedMail), texts: z.array(storedSms) }),
    refusals: ['outboxClosed'],
  }),
}
