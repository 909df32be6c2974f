import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { nothing, success } from '#contract/core/shared.ts'

/** What people use of the service; whether each works now. */
export const serviceParts = ['account', 'saving', 'calls', 'mail'] as const
export type ServicePart = (typeof serviceParts)[number]

/** `limited`: it works, but something that it needs is short or partly missing. */
export const serviceStates = ['working', 'limited', 'stopped'] as const
export type ServiceState = (typeof serviceStates)[number]

/**
 * Whether each part of the server works, by its name: `database` answers, `databaseWrites` are taken, `disk` has free
 * space, `media-1`, `media-2` … are the media processes. At /api/ready also `accepting`: the process has started, and
 * no stop was announced. A 503 has them beside its code and sentence.
 */
const serverParts = z.record(z.string(), z.boolean())

export const healthEndpoints = {
  health: defineEndpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary:
      'Answers 200 when the database takes writes and a media process serves, degraded or not; else 503',
    input: nothing,
    output: z.object({
      /** `degraded`: it serves, though a part doesn't work. */
      status: z.enum(['ok', 'degraded']),
      database: z.boolean(),
      media: z.boolean(),
      parts: serverParts,
    }),
    refusals: ['notReady'],
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary:
      'Answers 200 when this process should be sent people; 503 while it starts, ends, or cannot serve',
    input: nothing,
    output: z.object({ status: z.literal('ready'), parts: serverParts }),
    refusals: ['notReady'],
  }),
  getServiceStatus: defineEndpoint({
    method: 'POST',
    path: '/api/get-service-status',
    access: 'public',
    summary: 'What works now and what does not, for people',
    input: nothing,
    /** A part that is not offered here is missing. */
    output: z.object({ type: success, parts: z.partialRecord(z.enum(serviceParts), z.enum(serviceStates)) }),
    refusals: [],
  }),
}
