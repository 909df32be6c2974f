import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'

/** How long a browser that was sent to Google may take to come back. */
export const googlePendingLifeMs = 10 * 60_000

/** Where the browser goes on, at Google. */
const destination = z.object({ type: success, url: z.string() })

export const googleEndpoints = {
  getGoogleAccount: defineEndpoint({
    method: 'POST',
    path: '/api/get-google-account',
    access: 'session',
    summary: 'The Google account that opens the account of the viewer',
    input: nothing,
    output: z.object({
      type: success,
      /** Whether this server has signing in by Google. */
      isAvailable: z.boolean(),
      account: z.nullable(
        z.object({
          /** With its middle hidden; null where Google gave none. */
          mail: z.nullable(z.string()),
          linkedAt: instant,
        }),
      ),
      /** Without it nothing leads back into the account from a browser that is signed out. */
      isOnlyRecoveryMethod: z.boolean(),
    }),
    refusals: [],
  }),
  beginGoogleLink: defineEndpoint({
    method: 'POST',
    path: '/api/begin-google-link',
    access: 'provenSession',
    summary:
      'Where a Google account is chosen that is to open the account; it comes back to the page of security',
    input: nothing,
    output: destination,
    refusals: ['googleUnavailable', 'googleLinkedAlready', 'demoAccountFixed'],
  }),
  beginGoogleIdentityProof: defineEndpoint({
    method: 'POST',
    path: '/api/begin-google-identity-proof',
    access: 'session',
    summary:
      'Where the viewer signs in to the linked Google account once more; it comes back to the page given',
    input: z.object({ callbackUrl: z.string().check(z.maxLength(1_024)) }),
    output: destination,
    refusals: ['googleUnavailable', 'googleNotLinked'],
  }),
  unlinkGoogle: defineEndpoint({
    method: 'POST',
    path: '/api/unlink-google',
    access: 'provenSession',
    summary: 'Lets the Google account open the account no more; the last way back only when that is meant',
    input: z.object({ endsLastRecoveryMethod: z._default(z.boolean(), false) }),
    output: done,
    refusals: ['googleNotLinked', 'googleIsLastRecoveryMethod'],
  }),
}
