import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, nothing, success } from '#contract/core/shared.ts'

/** 24 signs of 32 are 120 bits: nobody guesses one. */
export const recoveryCodeCharacters = 24

/** `used`: it opened the account once, and another has to be made. */
export const recoveryCodeStates = ['none', 'ready', 'used'] as const
export type RecoveryCodeState = (typeof recoveryCodeStates)[number]

export const recoveryCodeEndpoints = {
  getRecoveryCodeState: defineEndpoint({
    method: 'POST',
    path: '/api/get-recovery-code-state',
    access: 'session',
    summary: 'Whether the viewer has a recovery code; the code itself is told once, when it is made',
    input: nothing,
    output: z.object({
      type: success,
      state: z.enum(recoveryCodeStates),
      createdAt: z.nullable(instant),
      usedAt: z.nullable(instant),
    }),
    refusals: [],
  }),
  createRecoveryCode: defineEndpoint({
    method: 'POST',
    path: '/api/create-recovery-code',
    access: 'provenSession',
    summary: 'Makes a code that signs in once by provider `recovery`; the one before ends',
    input: nothing,
    output: z.object({ type: success, code: z.string() }),
    refusals: ['forbidden'],
  }),
}
