import { createOpenIdProvider, type OpenIdProvider } from '#adapters/sign-in/openid-provider.ts'
import type { Config } from '#server/config/config.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

export interface GoogleSignIn {
  provider: OpenIdProvider
  /** Per network; each sign-in by Google counts twice, at its beginning and at its return. */
  limit: RateLimit
}

/** A mobile carrier shares one address among many; an answer costs two requests to Google. */
const requestsPerWindowMax = 120
const windowMs = 10 * 60_000

/** NextAuth v4's path; it is registered in Google's console. */
const callbackPath = '/api/auth/callback/google'

/** Null when Google isn't configured. Nothing is requested from Google before somebody signs in. */
export const openGoogle = ({
  config: { google, publicUrl, mode },
  now,
}: {
  config: Pick<Config, 'google' | 'publicUrl' | 'mode'>
  now: () => number
}): GoogleSignIn | null => {
  if (!google || publicUrl === undefined) return null
  const redirectUrl = `${new URL(publicUrl).origin}${callbackPath}`
  return {
    provider: createOpenIdProvider({ ...google, redirectUrl, isInsecureAllowed: mode === 'test' }),
    limit: createRateLimit({ max: requestsPerWindowMax, windowMs, now }),
  }
}
