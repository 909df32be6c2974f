import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'
import { mailAddress, passwordGraphemesMax, resetToken } from './password-reset.ts'

/** A mailed link confirms an address for this long: until the same hour of tomorrow, whenever the mailbox is read. */
export const confirmLinkLifeMs = 24 * 60 * 60_000

const newPassword = z.string().check(z.maxLength(8 * passwordGraphemesMax))

/** What opens an account beside the cookie of a browser. Its owner alone is told. */
export const signInWays = z.object({
  /** The confirmed address with its middle hidden; null without one. */
  mail: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** The address that waits for its confirmation, in full: only its owner finds the slip of the finger in it. */
  pendingMail: z.nullable(z.object({ email: z.string(), expiresAt: instant })),
  /** Nothing leads back into the account once this browser loses it. */
  isLostWithBrowser: z.boolean(),
})
export type SignInWays = z.infer<typeof signInWays>

export const mailAccountEndpoints = {
  getSignInWays: defineEndpoint({
    method: 'POST',
    path: '/api/get-sign-in-ways',
    access: 'session',
    summary: 'How the viewer can sign in to the account from elsewhere',
    input: nothing,
    output: z.object({ type: success, ways: signInWays }),
    refusals: [],
  }),
  sendConfirmEmail: defineEndpoint({
    method: 'POST',
    path: '/api/send-confirm-email',
    access: 'provenSession',
    summary:
      'Mails a link that makes this the address of the account; asked for the address that waits already, sends it again. The answer is the same when somebody else has the address',
    input: z.object({
      email: mailAddress,
      /** With the first address of an account that has no password; it is set when the address is confirmed. */
      password: z.optional(newPassword),
    }),
    output: done,
    refusals: [
      'mailUnavailable',
      'mailAddressWrong',
      'mailUnchanged',
      'newPasswordMissing',
      'newPasswordTooShort',
      'newPasswordTooLong',
      'newPasswordTooCommon',
      'newPasswordUnreadable',
      'confirmMailTooOften',
      'demoAccountFixed',
    ],
  }),
  cancelConfirmEmail: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-confirm-email',
    access: 'session',
    summary: 'Takes back the address that waits for its confirmation',
    input: nothing,
    output: done,
    refusals: [],
  }),
  confirmMail: defineEndpoint({
    method: 'POST',
    path: '/api/confirm-mail',
    access: 'public',
    summary: 'Makes the address of a mailed link the one of its account, once',
    input: z.object({ token: resetToken }),
    output: z.object({
      type: success,
      /** Whether the browser that opened the link is signed in to the account. */
      isOwnSession: z.boolean(),
    }),
    refusals: ['confirmationGone', 'confirmationUsed', 'mailTaken'],
  }),
  changePassword: defineEndpoint({
    method: 'POST',
    path: '/api/change-password',
    access: 'provenSession',
    summary: 'Sets another password; every other device is signed out, and a mail tells of it',
    input: z.object({ password: newPassword }),
    output: done,
    refusals: [
      'newPasswordTooShort',
      'newPasswordTooLong',
      'newPasswordTooCommon',
      'newPasswordUnreadable',
      'demoAccountFixed',
    ],
  }),
}
