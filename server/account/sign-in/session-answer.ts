import type { Context as HonoContext } from 'hono'
import { deleteCookie, generateCookie, getCookie, setCookie } from 'hono/cookie'
import type { Session } from '#contract/account/account.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { authCookies, isSecureOrigin } from '#server/credentials/auth-cookies.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import type { ActiveSession } from '#server/members/sessions.ts'

/** What a browser receives of its session. */
const sessionBody = ({ viewer, expiresAtMs }: ActiveSession): Session => ({
  user: {
    id: viewer.memberId,
    token: viewer.token,
    name: viewer.name,
    isFirstRegister: viewer.isFirstRegister,
    ...(viewer.role === 'closed' ? { isClosed: true } : {}),
    ...(viewer.role === 'broadcaster' ? { isBroadcaster: true } : {}),
  },
  expires: new Date(expiresAtMs).toISOString(),
})

const cookiesOf = (config: Pick<Config, 'publicUrl'>) => authCookies(isSecureOrigin(config.publicUrl))

export const setSessionCookie = (
  c: HonoContext,
  config: Pick<Config, 'publicUrl'>,
  value: string,
  expiresAtMs: number,
): void => {
  const { sessionToken, attributes } = cookiesOf(config)
  setCookie(c, sessionToken, value, { ...attributes, expires: new Date(expiresAtMs) })
}

/** The Set-Cookie header of an endpoint that opened or rotated a session. */
export const sessionCookie = (
  config: Pick<Config, 'publicUrl'>,
  { cookieValue, expiresAtMs }: Pick<OpenedSession, 'cookieValue' | 'expiresAtMs'>,
): string => {
  const { sessionToken, attributes } = cookiesOf(config)
  return generateCookie(sessionToken, cookieValue, { ...attributes, expires: new Date(expiresAtMs) })
}

export const dropSessionCookie = (c: HonoContext, config: Pick<Config, 'publicUrl'>): void => {
  const { sessionToken, attributes } = cookiesOf(config)
  deleteCookie(c, sessionToken, attributes)
}

/**
 * The session for the requesting browser, null for a visitor. As in v4 the cookie follows: it lives as long
 * as the session, whose end moves with its use, and the cookie of an invalid session is deleted; unless a
 * rotated cookie is on its way, which the browser would lose with it.
 */
export const publishSession = async (
  c: HonoContext,
  { config, sessions }: Pick<Context, 'config' | 'sessions'>,
): Promise<Session | null> => {
  const cookies = c.req.header('cookie')
  const live = await sessions.openedOf(cookies)
  const value = getCookie(c, cookiesOf(config).sessionToken)
  if (live && value) {
    setSessionCookie(c, config, value, live.expiresAtMs)
    return sessionBody(live)
  }
  if (value !== undefined && !sessions.wasRotated(cookies)) dropSessionCookie(c, config)
  return null
}
