import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { nothing } from './shared.ts'

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
}
