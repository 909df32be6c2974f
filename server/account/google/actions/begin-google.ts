import { newOpenIdChecks, OpenIdFailure } from '#adapters/sign-in/openid-provider.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { type PendingGoogle, pendingCookies } from '../pending-cookies.ts'

/** The address at Google, and the cookies for the browser's return. */
interface GoogleBeginning {
  url: string
  /** Set-Cookie headers. */
  cookies: string[]
}

/** Sends a browser to Google. @param again the linked account, which has to sign in again */
export const beginGoogle = async (
  context: Pick<Context, 'google' | 'secret' | 'config' | 'now' | 'log'>,
  pending: PendingGoogle,
  again?: { subject: string },
): Promise<GoogleBeginning | Refusal<'googleUnavailable'>> => {
  if (!context.google) return refuse('googleUnavailable')
  const checks = newOpenIdChecks()
  try {
    const url = await context.google.provider.authorizationUrl(checks, again)
    return { url, cookies: pendingCookies(context, pending, checks) }
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error
    context.log.error('google-unavailable', { reason: error.message })
    return refuse('googleUnavailable')
  }
}
