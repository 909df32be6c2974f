import { isSecureOrigin } from '#server/credentials/auth-cookies.ts'

/** The only path to which the cookies are sent: the paths of all endpoints for operators begin with it. */
const cookiePath = '/api/operator'

const named = (publicUrl: string | undefined, name: string): string =>
  `${isSecureOrigin(publicUrl) ? '__Secure-' : ''}${name}`

export const operatorCookieName = (publicUrl: string | undefined): string =>
  named(publicUrl, 'koyoi.operator')

export const knownBrowserCookieName = (publicUrl: string | undefined): string =>
  named(publicUrl, 'koyoi.operatorBrowser')

/** @param maxAgeSec null: until the browser is closed */
const cookie = (publicUrl: string | undefined, pair: string, maxAgeSec: number | null): string =>
  [
    pair,
    `Path=${cookiePath}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecureOrigin(publicUrl) ? ['Secure'] : []),
    ...(maxAgeSec === null ? [] : [`Max-Age=${maxAgeSec}`]),
  ].join('; ')

/** The Set-Cookie header that opens a session in the browser until it is closed; null ends it. */
export const operatorCookie = (publicUrl: string | undefined, value: string | null): string =>
  cookie(publicUrl, `${operatorCookieName(publicUrl)}=${value ?? ''}`, value === null ? 0 : null)

/** The Set-Cookie header that marks a browser in which an operator passed both steps. */
export const knownBrowserCookie = (publicUrl: string | undefined, mark: string, maxAgeSec: number): string =>
  cookie(publicUrl, `${knownBrowserCookieName(publicUrl)}=${mark}`, maxAgeSec)
