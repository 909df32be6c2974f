import { getCookie } from 'hono/cookie'
import { OpenIdFailure, type OpenIdIdentity } from '#adapters/sign-in/openid-provider.ts'
import { type GoogleReturn, googleReturnParameter } from '#contract/account/google-return.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import { browserOf } from '#server/members/browser-of.ts'
import { type AuthCall, goTo, setWireCookies, unsupported } from '../sign-in/auth-wire.ts'
import { logSignIn } from '../sign-in/log-sign-in.ts'
import { setSessionCookie } from '../sign-in/session-answer.ts'
import { beginGoogle } from './actions/begin-google.ts'
import { linkGoogle } from './actions/link-google.ts'
import { proveIdentityByGoogle } from './actions/prove-identity-by-google.ts'
import { signInByGoogle } from './actions/sign-in-by-google.ts'
import type { GoogleSignIn } from './open-google.ts'
import { type BegunGoogle, endedCookies, readPendingCookies } from './pending-cookies.ts'

const addCookies = (c: AuthCall, lines: readonly string[]): void => {
  for (const line of lines) c.header('set-cookie', line, { append: true })
}

const errorPage = (c: AuthCall, error: string): string =>
  `${c.var.wire.base}/error?error=${encodeURIComponent(error)}`

/** POST signin/google after the check of the CSRF token: v4's redirect to the provider. */
export const beginSignInRequest = async (c: AuthCall, context: Context): Promise<Response> => {
  const { body, callbackUrl } = c.var.wire
  const { addressKey } = await browserOf(c, context)
  if (!context.google?.limit.admits(addressKey))
    return goTo(c, errorPage(c, refusals.tooManyRequests.message))
  const analyticsId = typeof body.googleClientId === 'string' ? body.googleClientId.slice(0, 128) : ''
  const begun = await beginGoogle(context, { purpose: 'signIn', sessionKey: null, callbackUrl, analyticsId })
  if (isRefusal(begun)) return goTo(c, errorPage(c, 'OAuthSignin'))
  addCookies(c, begun.cookies)
  return goTo(c, begun.url)
}

/** What the provider answered through the browser; null when it isn't valid. */
const identify = async (
  context: Context,
  { provider }: GoogleSignIn,
  query: URLSearchParams,
  { checks }: BegunGoogle,
): Promise<OpenIdIdentity | null> => {
  try {
    return await provider.identityOf(query, checks)
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error
    context.log.error('google-answer-refused', { reason: error.message })
    return null
  }
}

const signInScreen = (c: AuthCall, begun: BegunGoogle): Response =>
  c.redirect(`${c.var.wire.base}/signin?${new URLSearchParams({ callbackUrl: begun.callbackUrl })}`)

const openAccount = async (
  c: AuthCall,
  context: Context,
  begun: BegunGoogle,
  identity: OpenIdIdentity,
): Promise<Response> => {
  const opened = await signInByGoogle(context, identity, {
    browser: await browserOf(c, context),
    cmCode: getCookie(c, 'cm_code') ?? '',
    analyticsId: begun.analyticsId,
  })
  logSignIn(context, 'google', opened)
  if (isRefusal(opened))
    return c.redirect(
      errorPage(
        c,
        opened.refused === 'googleNotLinked' ? 'OAuthAccountNotLinked' : refusals[opened.refused].message,
      ),
    )
  setSessionCookie(c, context.config, opened.cookieValue, opened.expiresAtMs)
  return c.redirect(begun.callbackUrl)
}

/** For a request of a page: the session must still be the same. */
const answerPage = async (
  c: AuthCall,
  context: Context,
  begun: BegunGoogle,
  identity: OpenIdIdentity,
): Promise<Response> => {
  const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
  if (!viewer || viewer.sessionKey !== begun.sessionKey) return backToPage(c, begun, 'ended')
  const { userAgent } = await browserOf(c, context)
  const { outcome, session } =
    begun.purpose === 'link'
      ? await linkGoogle(context, viewer, identity, userAgent)
      : await proveIdentityByGoogle(context, viewer, identity, begun.beganAtMs)
  if (session) setSessionCookie(c, context.config, session.cookieValue, session.expiresAtMs)
  return backToPage(c, begun, outcome)
}

const backToPage = (c: AuthCall, { callbackUrl }: BegunGoogle, outcome: GoogleReturn): Response => {
  const url = new URL(callbackUrl)
  url.searchParams.set(googleReturnParameter, outcome)
  return c.redirect(url.href)
}

/**
 * GET callback/google: where Google sends the browser back to. The three cookies bind the answer to the
 * browser that asked, and are used up by it. Every fault of an answer gives the one error `OAuthCallback`.
 */
export const answerGoogle = async (c: AuthCall, context: Context): Promise<Response> => {
  const { google } = context
  if (!google) return unsupported(c)
  setWireCookies(c, context)
  const begun = readPendingCookies(context, c.req.header('cookie'))
  addCookies(c, endedCookies(context))
  const { addressKey } = await browserOf(c, context)
  if (!google.limit.admits(addressKey)) return c.redirect(errorPage(c, refusals.tooManyRequests.message))
  if (!begun) return c.redirect(errorPage(c, 'OAuthCallback'))
  const isForPage = begun.purpose !== 'signIn'
  const query = new URL(c.req.url).searchParams
  // The person cancelled at Google: no error, as in v4.
  if (query.get('error') === 'access_denied' && query.get('state') === begun.checks.state)
    return isForPage ? backToPage(c, begun, 'cancelled') : signInScreen(c, begun)
  const identity = await identify(context, google, query, begun)
  if (!identity) return isForPage ? backToPage(c, begun, 'failed') : c.redirect(errorPage(c, 'OAuthCallback'))
  return isForPage ? answerPage(c, context, begun, identity) : openAccount(c, context, begun, identity)
}
