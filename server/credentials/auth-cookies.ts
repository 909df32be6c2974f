import type { CookieOptions } from 'hono/utils/cookie'

/** The cookie names of NextAuth v4 (`defaultCookies` of its core/lib/cookie), and one that identifies the browser. */
export interface AuthCookies {
  sessionToken: string
  csrfToken: string
  callbackUrl: string
  /** Identifies the browser that registers or signs in (product.md 6.6); random, and only its keyed hash is stored. */
  device: string
  /** Binds a challenge to the browser that asked for it, until a passkey has signed it. */
  passkeyChallenge: string
  /** The three OAuth cookies of v4: they bind the provider's answer to the browser that was sent there. */
  oauthState: string
  oauthNonce: string
  oauthCodeVerifier: string
  attributes: CookieOptions
}

/** The longest life a browser allows a cookie: 400 days, in seconds. */
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
