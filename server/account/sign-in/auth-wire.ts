import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { callback } from '#domain/account/callback-url.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { type AuthCookies, authCookies, isSecureOrigin } from '#server/credentials/auth-cookies.ts'

const authPath = '/api/auth'

/** What NextAuth v4's `init` works out of every request before an action runs. */
interface SignInWire {
  /** Our origin, from PUBLIC_URL or the Host header; forwarded headers can be forged. */
  origin: string
  /** The origin with the auth base path, from which v4 builds its redirects. */
  base: string
  cookies: AuthCookies
  csrfToken: string
  isCsrfVerified: boolean
  callbackUrl: string
  /** The fields of a form or JSON body; values of a form are text. */
  body: Readonly<Record<string, unknown>>
}

export interface AuthEnv {
  Bindings: HttpBindings
  Variables: { wire: SignInWire }
}
export type AuthCall = HonoContext<AuthEnv>

const originOf = (config: Pick<Config, 'publicUrl'>, requestUrl: string): string =>
  new URL(config.publicUrl ?? requestUrl).origin

const csrfMac = (secret: Buffer, token: string): string =>
  createHmac('sha256', secret).update(`csrf:${token}`).digest('hex')

const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The token of a csrf cookie (`token|mac`), if we signed it. */
const csrfTokenOf = (secret: Buffer, cookie: string | undefined): string | null => {
  const [token, mac] = cookie?.split('|') ?? []
  return token && mac && isSame(mac, csrfMac(secret, token)) ? token : null
}

/**
 * Reads a request as v4 does. v4 sends its two cookies with nearly every answer: `setWireCookies` sets those
 * that the browser lacks.
 */
export const readWire = (c: AuthCall, context: Context, body: SignInWire['body']): SignInWire => {
  const cookies = authCookies(isSecureOrigin(context.config.publicUrl))
  const origin = originOf(context.config, c.req.url)
  const known = csrfTokenOf(context.secret, getCookie(c, cookies.csrfToken))
  const isForeign = c.req.header('sec-fetch-site') === 'cross-site'
  return {
    origin,
    base: `${origin}${authPath}`,
    cookies,
    csrfToken: known ?? randomBytes(32).toString('hex'),
    isCsrfVerified:
      known !== null &&
      c.req.method === 'POST' &&
      !isForeign &&
      typeof body.csrfToken === 'string' &&
      isSame(body.csrfToken, known),
    callbackUrl: callback(
      origin,
      body.callbackUrl ?? c.req.query('callbackUrl') ?? getCookie(c, cookies.callbackUrl),
    ),
    body,
  }
}

export const setWireCookies = (c: AuthCall, context: Context): void => {
  const { cookies, csrfToken, callbackUrl } = c.var.wire
  if (csrfTokenOf(context.secret, getCookie(c, cookies.csrfToken)) === null)
    setCookie(c, cookies.csrfToken, `${csrfToken}|${csrfMac(context.secret, csrfToken)}`, cookies.attributes)
  if (getCookie(c, cookies.callbackUrl) !== callbackUrl)
    setCookie(c, cookies.callbackUrl, callbackUrl, cookies.attributes)
}

/** v4's redirect, or `{url}` with the status for a client that asked by `json=true`. */
export const goTo = (c: AuthCall, url: string, status: ContentfulStatusCode = 200): Response =>
  c.var.wire.body.json === 'true' ? c.json({ url }, status) : c.redirect(url, 302)

/** v4's answer to an unknown action or provider. */
export const unsupported = (c: AuthCall): Response =>
  c.text(`Error: This action with HTTP ${c.req.method} is not supported by NextAuth.js`, 400)
