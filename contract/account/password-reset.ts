import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done } from '#contract/core/shared.ts'

/** OWASP ASVS 2.1.1 and 2.1.2, in graphemes: long ones are welcome, absurd ones are work for the hash. */
export const passwordGraphemesMin = 8
export const passwordGraphemesMax = 128
/** A link in a mail opens the account for this long. */
export const resetLinkLifeMs = 30 * 60_000

/** RFC 5321 4.5.3.1.3: a path has 256 octets with its brackets. */
export const mailAddress = z.string().check(z.maxLength(254))
export const resetToken = z.string().check(z.regex(/^[\w-]{43}$/))

export const passwordResetEndpoints = {
  passwordResetRequest: defineEndpoint({
    method: 'POST',
    path: '/api/password-reset-request',
    access: 'public',
    summary: 'Mails a link to the member with this address; the answer is the same when no member has it',
    input: z.object({ email: mailAddress }),
    output: done,
    refusals: ['mailUnavailable', 'mailAddressWrong'],
  }),
  resetPwdForWeb: defineEndpoint({
    method: 'POST',
    path: '/api/reset-pwd-for-web',
    access: 'public',
    summary: 'Sets a new password by a mailed link, once; every device is signed out',
    input: z.object({ token: resetToken, password: z.string().check(z.maxLength(8 * passwordGraphemesMax)) }),
    output: done,
    refusals: [
      'resetGone',
      'newPasswordTooShort',
      'newPasswordTooLong',
      'newPasswordTooCommon',
      'newPasswordUnreadable',
    ],
  }),
}
