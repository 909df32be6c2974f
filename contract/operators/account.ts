import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'

/** OWASP ASVS 2.1.1. */
export const operatorPasswordMin = 12
export const operatorPasswordMax = 128

const signIn = z.object({
  address: z.string(),
  userAgent: z.string(),
  signedInAt: instant,
  lastUsedAt: instant,
  /** The one that asks. */
  isThis: z.boolean(),
})
export type OperatorSignIn = z.infer<typeof signIn>

/** What an operator sees to by themselves; an unattended console must not do, so the password is asked again. */
export const operatorAccountEndpoints = {
  operatorAccount: defineEndpoint({
    method: 'POST',
    path: '/api/operator/account',
    access: 'operator',
    summary: 'Where this operator is signed in, and how many recovery codes are left',
    input: nothing,
    output: z.object({ type: success, recoveryCodesLeft: z.int(), signIns: z.array(signIn) }),
    refusals: [],
  }),
  operatorChangePassword: defineEndpoint({
    method: 'POST',
    path: '/api/operator/change-password',
    access: 'operator',
    summary: 'A new password; every other sign-in of this operator ends',
    input: z.object({
      password: z.string(),
      newPassword: z.string().check(z.maxLength(operatorPasswordMax)),
    }),
    output: done,
    refusals: ['signInFailed', 'signInTooOften', 'passwordTooShort'],
  }),
  operatorRenewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/operator/renew-recovery-codes',
    access: 'operator',
    summary: 'Ten fresh recovery codes, shown once; those from before end',
    input: z.object({ password: z.string() }),
    output: z.object({ type: success, recoveryCodes: z.array(z.string()) }),
    refusals: ['signInFailed', 'signInTooOften'],
  }),
  operatorEndOtherSignIns: defineEndpoint({
    method: 'POST',
    path: '/api/operator/end-other-sign-ins',
    access: 'operator',
    summary: 'Ends every sign-in of this operator but the one that asks',
    input: nothing,
    output: done,
    refusals: [],
  }),
}
