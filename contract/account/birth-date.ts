import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { memberId, success } from '#contract/core/shared.ts'

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

/** Characters of the reason that an operator gives. */
export const correctionReasonMax = 500

export const operatorBirthDateEndpoints = {
  operatorCorrectBirthDate: defineEndpoint({
    method: 'POST',
    path: '/api/operator/correct-birth-date',
    access: 'operator',
    summary: 'Corrects a birth date that a member has stated, by a document that the operator has seen',
    input: z.object({
      memberId,
      birthDate: z.iso.date(),
      /** Which document, and what was wrong. */
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(correctionReasonMax)),
    }),
    output: z.object({ type: success, name: z.string(), isUnderAge: z.boolean() }),
    refusals: ['birthDateNotStated', 'birthDateImpossible', 'broadcasterUnderAge'],
  }),
}
