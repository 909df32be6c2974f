import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, nothing, success } from '#contract/core/shared.ts'
import { passwordGraphemesMax } from './password-reset.ts'

/**
 * How long a sign-in, or a proof given since, stands for endpoints with the access `provenSession` (ASVS 3.3 and 3.7:
 * again before sensitive changes).
 */
export const identityProofLifeMs = 15 * 60_000

export const identityProofEndpoints = {
  getIdentityProofWays: defineEndpoint({
    method: 'POST',
    path: '/api/get-identity-proof-ways',
    access: 'session',
    summary: 'By what the viewer can show that the account is theirs',
    input: nothing,
    output: z.object({
      type: success,
      hasPassword: z.boolean(),
      hasPasskey: z.boolean(),
      hasGoogle: z.boolean(),
    }),
    refusals: [],
  }),
  proveIdentity: defineEndpoint({
    method: 'POST',
    path: '/api/prove-identity',
    access: 'session',
    summary:
      "Shows by the account's password that it is theirs; the session goes on under a new cookie and token",
    input: z.object({ password: z.string().check(z.maxLength(8 * passwordGraphemesMax)) }),
    output: done,
    refusals: ['passwordWrong', 'signInTooOften'],
  }),
}
