import * as client from 'openid-client'

export interface OpenIdSettings {
  /** The issuer, whose discovery document gives the rest. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Where the provider sends the browser back to. */
  redirectUrl: string
  /** Plain HTTP, for a provider on this machine. */
  isInsecureAllowed: boolean
}

/** What holds one answer to one question: each is made for it and used once. */
export interface OpenIdChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** The person that a verified ID token names. The token itself goes no further. */
export interface OpenIdIdentity {
  issuer: string
  subject: string
  /** Null unless the provider has verified it. */
  mail: string | null
  /** When the owner last authenticated, in ms since 1970; null where the provider doesn't say. */
  authenticatedAtMs: number | null
}

export interface OpenIdProvider {
  /** Throws `OpenIdFailure`. @param again the account that has to sign in once more; else one is chosen */
  authorizationUrl(checks: OpenIdChecks, again?: { subject: string }): Promise<string>
  /** Throws `OpenIdFailure`. @param query of the address that the browser came back to */
  identityOf(query: URLSearchParams, checks: OpenIdChecks): Promise<OpenIdIdentity>
}

/** The provider didn't answer, or what it answered doesn't hold. `reason` is a code, without anybody's data. */
export class OpenIdFailure extends Error {
  override name = 'OpenIdFailure'
}

/** Of each request: discovery, keys, the token. In seconds. */
const timeoutSec = 10
/** OpenID Connect Core 2: `sub` has at most 255 characters. */
const subjectLengthMax = 255

/** A library's error quotes the answer: only its codes are reported. */
const reasonOf = (error: unknown): string => {
  const { code, error: answered, name } = error as { code?: unknown; error?: unknown; name?: unknown }
  const known = [code, answered].filter(
    (part): part is string => typeof part === 'string' && /^[\w.-]{1,60}$/.test(part),
  )
  return known.length > 0 ? known.join(' ') : String(name)
}

const orFailure = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof OpenIdFailure ? error : new OpenIdFailure(reasonOf(error))
  }
}

const identityIn = (claims: client.IDToken): OpenIdIdentity => {
  const { iss, sub, email, email_verified: isVerified, auth_time: authTime } = claims
  if (sub.length > subjectLengthMax) throw new OpenIdFailure('subject too long')
  return {
    issuer: iss,
    subject: sub,
    mail: typeof email === 'string' && isVerified === true ? email : null,
    authenticatedAtMs: authTime === undefined ? null : authTime * 1_000,
  }
}

/** OpenID Connect's code flow with PKCE, a state and a nonce, by openid-client; ID tokens are checked with their keys. */
export const createOpenIdProvider = (
  settings: OpenIdSettings,
  limits: { timeoutSec?: number } = {},
): OpenIdProvider => {
  let discovered: Promise<client.Configuration> | null = null

  const discover = () =>
    client.discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: limits.timeoutSec ?? timeoutSec,
      execute: [
        client.enableNonRepudiationChecks,
        ...(settings.isInsecureAllowed ? [client.allowInsecureRequests] : []),
      ],
    })

  /** Fetched when it is first needed; a failure isn't cached, so that the next call fetches again. */
  const configuration = (): Promise<client.Configuration> => {
    const discovering = discovered ?? discover()
    discovered = discovering
    discovering.catch(() => {
      if (discovered === discovering) discovered = null
    })
    return discovering
  }

  return {
    authorizationUrl: ({ state, nonce, codeVerifier }, again) =>
      orFailure(async () => {
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: settings.redirectUrl,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(again
            ? { prompt: 'login', max_age: '0', login_hint: again.subject }
            : { prompt: 'select_account' }),
        })
        return url.href
      }),
    identityOf: (query, { state, nonce, codeVerifier }) =>
      orFailure(async () => {
        const answered = new URL(settings.redirectUrl)
        answered.search = query.toString()
        const tokens = await client.authorizationCodeGrant(await configuration(), answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new OpenIdFailure('no ID token')
        return identityIn(claims)
      }),
  }
}

export const newOpenIdChecks = (): OpenIdChecks => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
})
