import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { success } from '#contract/core/shared.ts'

export const birthDateEndpoints = {
  stateBirthDate: defineEndpoint({
    method: 'POST',
    path: '/api/state-birth-date',
    access: 'session',
    summary: 'States the birth date, once; who is under 18 is closed to calls, chat and purchase',
    input: z.object({ birthDate: z.iso.date() }),
    output: z.object({ type: success, isUnderAge: z.boolean() }),
    refusals: ['birthDateStated', 'birthDateImpossible'],
  }),
}
