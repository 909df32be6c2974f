import type { CookieOptions } from 'hono/utils/cookie'

/** NextAuth v4's names (`defaultCookies` of its core/lib/cookie), and the browser's own mark beside them. */
export interface AuthCookies {
  sessionToken: string
  csrfToken: string
  callbackUrl: string
  /** Names the browser that registers or signs in (product.md 6); random, and only its keyed hash is stored. */
  device: string
  /** Holds the browser to the challenge that it asked for, until a passkey has signed it. */
  passkeyChallenge: string
  /** v4's three of OAuth: what holds the provider's answer to the browser that was sent there. */
  oauthState: string
  oauthNonce: string
  oauthCodeVerifier: string
  attributes: CookieOptions
}

/** The longest life a browser grants a cookie: 400 days, in seconds. */
export const deviceMaxAgeSec = 400 * 24 * 60 * 60

export const isSecureOrigin = (publicUrl: string | undefined): boolean =>
  publicUrl?.startsWith('https://') ?? false

export const authCookies = (isSecure: boolean): AuthCookies => ({
  sessionToken: `${isSecure ? '__Secure-' : ''}next-auth.session-token`,
  csrfToken: `${isSecure ? '__Host-' : ''}next-auth.csrf-token`,
  callbackUrl: `${isSecure ? '__Secure-' : ''}next-auth.callback-url`,
  device: `${isSecure ? '__Host-' : ''}koyoi.device`,
  passkeyChallenge: `${isSecure ? '__Host-' : ''}koyoi.passkey-challenge`,
  oauthState: `${isSecure ? '__Secure-' : ''}next-auth.state`,
  oauthNonce: `${isSecure ? '__Secure-' : ''}next-auth.nonce`,
  oauthCodeVerifier: `${isSecure ? '__Secure-' : ''}next-auth.pkce.code_verifier`,
  attributes: { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure },
})
