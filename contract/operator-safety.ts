import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { done, nothing, success } from './shared.ts'

/** What becomes of a text that looks like an exchange of contacts (product.md 8). */
export const contactGuards = ['off', 'warn', 'refuse'] as const
export type ContactGuard = (typeof contactGuards)[number]

export const operatorSafetyEndpoints = {
  operatorSafetySetting: defineEndpoint({
    method: 'POST',
    path: '/api/operator/safety-setting',
    access: 'operator',
    summary: 'What operators have set for the safety of the whole house',
    input: nothing,
    output: z.object({ type: success, contactGuard: z.enum(contactGuards) }),
    refusals: [],
  }),
  operatorSetContactGuard: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-contact-guard',
    access: 'operator',
    summary: 'Sets what becomes of texts that look like an exchange of contacts, from the next message on',
    input: z.object({ contactGuard: z.enum(contactGuards) }),
    output: done,
    refusals: [],
  }),
}
