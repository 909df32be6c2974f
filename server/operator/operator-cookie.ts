import { isSecureOrigin } from '../account/auth-cookies.ts'

/** Where the cookie is sent, and nowhere else: the paths of all endpoints for operators begin with it. */
const cookiePath = '/api/operator'

export const operatorCookieName = (publicUrl: string | undefined): string =>
  `${isSecureOrigin(publicUrl) ? '__Secure-' : ''}koyoi.operator`

/** The Set-Cookie header that opens a session in the browser until it is closed; null ends it. */
export const operatorCookie = (publicUrl: string | undefined, value: string | null): string =>
  [
    `${operatorCookieName(publicUrl)}=${value ?? ''}`,
    `Path=${cookiePath}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecureOrigin(publicUrl) ? ['Secure'] : []),
    ...(value === null ? ['Max-Age=0'] : []),
  ].join('; ')
