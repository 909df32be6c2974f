import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { nothing, success } from './shared.ts'

/** What people use of the service; whether each works now. */
export const serviceParts = ['account', 'calls', 'mail'] as const
export type ServicePart = (typeof serviceParts)[number]

export const healthEndpoints = {
  health: defineEndpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Answers 200 when the database and the media server serve; 503 otherwise',
    input: nothing,
    output: z.object({ status: z.literal('ok'), database: z.boolean(), media: z.boolean() }),
    refusals: ['notReady'],
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary:
      'Answers 200 when this process should be sent people; 503 while it starts, ends, or cannot serve',
    input: nothing,
    output: z.object({ status: z.literal('ready') }),
    refusals: ['notReady'],
  }),
  getServiceStatus: defineEndpoint({
    method: 'POST',
    path: '/api/get-service-status',
    access: 'public',
    summary: 'What works now and what does not, for people',
    input: nothing,
    /** A part that is not offered here is missing. */
    output: z.object({ type: success, parts: z.partialRecord(z.enum(serviceParts), z.boolean()) }),
    refusals: [],
  }),
}
