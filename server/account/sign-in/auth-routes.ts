import { Hono, type Context as HonoContext, type Next } from 'hono'
import { getCookie } from 'hono/cookie'
import { failureMessage } from '#contract/core/client.ts'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import { refusalBody, refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import { isDatabaseAway } from '#server/lifecycle/lost-connections.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { renewSession } from '#server/members/actions/renew-session.ts'
import { setDeviceCookie } from '#server/members/browser-of.ts'
import { revokeSession } from '../actions/revoke-session.ts'
import { createClientLog } from '../client-log.ts'
import { answerGoogle, beginSignInRequest } from '../google/wire.ts'
import { readAuthBody } from './auth-body.ts'
import { signOutPage, verifyRequestPage } from './auth-pages.ts'
import { type AuthCall, type AuthEnv, goTo, readWire, setWireCookies, unsupported } from './auth-wire.ts'
import { logSignIn } from './log-sign-in.ts'
import { isProvider, oauthProvidersOf, providers } from './providers.ts'
import { dropSessionCookie, publishSession, setSessionCookie } from './session-answer.ts'

/** v4's `pages`: the sign-in and the error page are one screen of the app. */
const signInScreen = '/login'

/** v4 sends these back to the sign-in page instead of the error page. */
const signInErrors: ReadonlySet<string> = new Set([
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
])

/** A visitor's answer is `{}`; with 409 while a rotated cookie is on its way, and then the page asks again. */
const answerSession = async (c: AuthCall, context: Context) => {
  const session = await publishSession(c, context)
  if (session) return c.json(session)
  return c.json({}, context.sessions.wasRotated(c.req.header('cookie')) ? 409 : 200)
}

/** Reads body and cookies once; caches must store nothing under the auth path. */
const prepare = (context: Context) => async (c: AuthCall, next: Next) => {
  c.header('Cache-Control', 'private, no-cache, no-store')
  c.header('Pragma', 'no-cache')
  c.header('Expires', '0')
  const body = await readAuthBody(c.req.raw)
  if (isRefusal(body)) return c.json(refusalBody(body.refused), refusals[body.refused].status)
  c.set('wire', readWire(c, context, body))
  return next()
}

const mountReading = (routes: Hono<AuthEnv>, context: Context): void => {
  const withCookies = async (c: AuthCall, next: Next) => {
    setWireCookies(c, context)
    await next()
  }
  routes.get('/session', withCookies, (c) => answerSession(c, context))
  routes.get('/csrf', withCookies, (c) => {
    setDeviceCookie(c)
    return c.json({ csrfToken: c.var.wire.csrfToken })
  })
  routes.get('/providers', (c) =>
    c.json(
      Object.fromEntries(
        Object.entries({ ...providers, ...oauthProvidersOf(context) }).map(([id, { name, type }]) => [
          id,
          {
            id,
            name,
            type,
            signinUrl: `${c.var.wire.base}/signin/${id}`,
            callbackUrl: `${c.var.wire.base}/callback/${id}`,
          },
        ]),
      ),
    ),
  )
  routes.get('/signin/:provider?', withCookies, (c) => {
    const error = c.req.query('error')
    const query = new URLSearchParams({ callbackUrl: c.var.wire.callbackUrl, ...(error ? { error } : {}) })
    return c.redirect(`${signInScreen}?${query}`)
  })
  routes.get('/signout', withCookies, (c) => c.html(signOutPage(c.var.wire.csrfToken)))
  routes.get('/verify-request', withCookies, (c) => c.html(verifyRequestPage()))
  routes.get('/callback/google', (c) => answerGoogle(c, context))
  routes.get('/error/:error?', withCookies, (c) => {
    const error = c.req.query('error') ?? c.req.param('error') ?? 'Default'
    const query = new URLSearchParams({ error })
    return c.redirect(
      signInErrors.has(error) ? `${c.var.wire.base}/signin?${query}` : `${signInScreen}?${query}`,
    )
  })
}

/**
 * POST callback/{provider}: 200 `{url}` with the session's cookie, or 401 `{url}` whose `error` is the
 * sentence.
 */
const answerCallback = async (c: HonoContext<AuthEnv, '/callback/:provider'>, context: Context) => {
  const provider = c.req.param('provider')
  if (!isProvider(provider)) return unsupported(c)
  setWireCookies(c, context)
  const { base, callbackUrl, isCsrfVerified } = c.var.wire
  if (!isCsrfVerified) return goTo(c, `${base}/signin?csrf=true`)
  const failed = (message: string, status: 401 | 500 | 503) =>
    goTo(c, `${base}/error?error=${encodeURIComponent(message)}`, status)
  try {
    const opened: OpenedSession | Refusal = await providers[provider].authorize(c, context)
    logSignIn(context, provider, opened)
    if (isRefusal(opened)) return failed(refusals[opened.refused].message, 401)
    setSessionCookie(c, context.config, opened.cookieValue, opened.expiresAtMs)
    return goTo(c, callbackUrl)
  } catch (error) {
    if (isDatabaseAway(error)) {
      context.log.debug('sign-in-without-database', { provider })
      return failed(failureMessage, 503)
    }
    context.log.error('sign-in-failed', { provider, error })
    return failed(failureMessage, 500)
  }
}

const mountWriting = (routes: Hono<AuthEnv>, context: Context): void => {
  const clientLog = createClientLog(context)
  routes.post('/signin/:provider?', (c) => {
    setWireCookies(c, context)
    const { base, isCsrfVerified } = c.var.wire
    if (isCsrfVerified && c.req.param('provider') === 'google' && context.google)
      return beginSignInRequest(c, context)
    const isKnown = isCsrfVerified && isProvider(c.req.param('provider') ?? '')
    // Credentials are posted to callback/{provider}: as in v4 there is nothing to begin here.
    return goTo(c, isKnown ? `${base}/signin` : `${base}/signin?csrf=true`)
  })
  routes.post('/callback/:provider', (c) => answerCallback(c, context))
  routes.post('/signout', async (c) => {
    setWireCookies(c, context)
    const { base, callbackUrl, cookies, isCsrfVerified } = c.var.wire
    if (!isCsrfVerified) return goTo(c, `${base}/signout?csrf=true`)
    const live = await context.sessions.openedOf(c.req.header('cookie'))
    if (live) await revokeSession(context, live.viewer.sessionKey)
    if (getCookie(c, cookies.sessionToken) !== undefined) dropSessionCookie(c, context.config)
    return goTo(c, callbackUrl)
  })
  routes.post('/session', async (c) => {
    setWireCookies(c, context)
    const { body, isCsrfVerified } = c.var.wire
    if (!isCsrfVerified) return c.json({}, 400)
    const live = await context.sessions.openedOf(c.req.header('cookie'))
    const { data } = body
    const isOneTap =
      typeof data === 'object' && data !== null && 'type' in data && data.type === 'oneTapLogin'
    if (live && isOneTap) await renewSession(context, live.viewer.sessionKey)
    return answerSession(c, context)
  })
  routes.post('/_log', (c) => {
    clientLog(c)
    return c.body(null, 200)
  })
}

/**
 * The sign-in wire of NextAuth v4 under `/api/auth` (Specification 7), on our own sessions. Its deliberate
 * differences: docs/decisions/0004-sign-in-wire.md.
 */
export const authRoutes = (context: Context): Hono<AuthEnv> => {
  const routes = new Hono<AuthEnv>()
  routes.use('/*', prepare(context))
  mountReading(routes, context)
  mountWriting(routes, context)
  routes.all('/:action{.+}', unsupported)
  return routes
}
