import { generateCookie } from 'hono/cookie'
import { passkeyChallengeLifeMs } from '#contract/account/passkeys.ts'
import type { Config } from '#server/config/config.ts'
import { authCookies, isSecureOrigin } from '#server/credentials/auth-cookies.ts'
import { newOpaqueValue, opaqueCookieOf } from '#server/credentials/opaque-cookie.ts'

const cookiesOf = (config: Pick<Config, 'publicUrl'>) => authCookies(isSecureOrigin(config.publicUrl))

/** Which browser requested a sign-in's challenge; null when none was requested, or too long ago. */
export const challengeCookieOf = (
  config: Pick<Config, 'publicUrl'>,
  cookieHeader: string | undefined,
): string | null => opaqueCookieOf(cookieHeader ?? '', cookiesOf(config).passkeyChallenge)

/**
 * Sets the cookie for the lifetime of a challenge. An existing cookie stays, because other tabs of the
 * browser use it too.
 */
export const setDeviceCookie = (
  config: Pick<Config, 'publicUrl'>,
  cookieHeader: string | undefined,
): { value: string; setCookie: string } => {
  const value = challengeCookieOf(config, cookieHeader) ?? newOpaqueValue()
  const { passkeyChallenge, attributes } = cookiesOf(config)
  const setCookie = generateCookie(passkeyChallenge, value, {
    ...attributes,
    maxAge: passkeyChallengeLifeMs / 1_000,
  })
  return { value, setCookie }
}
