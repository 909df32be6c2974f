import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const googleClient = { id: 'koyoi.apps.googleusercontent.com', secret: 'google-client-secret-7341' }

/** A person with an account at Google. */
export interface GooglePerson {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
}

interface Consent {
  /** Claims that replace the right ones. */
  claims?: Record<string, unknown>
  /** The signature is another key's. */
  isForged?: boolean
}

export interface GoogleStandIn {
  issuer: string
  /** The secrets that the provider has issued so far, none of which may be in a log or a table. */
  secrets: string[]
  /** Answers normally, not at all, or not in time. */
  health: 'up' | 'down' | 'silent'
  /** The person who confirms Google's dialogs in a browser; null: the test does it by hand. */
  person: GooglePerson | null
  /** Seconds since 1970; sent as `auth_time` unless null. */
  authTime: number | null
  /** The person consents: the address that the browser is sent back to. */
  consent(authorizationUrl: string, person: GooglePerson, how?: Consent): string
  /** The person cancels. */
  decline(authorizationUrl: string): string
  close(): Promise<void>
}

interface Grant {
  redirectUri: string
  challenge: string
  idToken: string
}

const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

const expect = (isRight: boolean, what: string): void => {
  if (!isRight) throw new Error(`the authorization request has a wrong ${what}`)
}

const signer = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }
  const sign = (claims: object): string => {
    const body = `${json({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${json(claims)}`
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey).toString('base64url')}`
  }
  return { jwk, sign }
}

/** Google's OpenID provider on this machine: discovery, keys and the token endpoint over HTTP, its dialogs by hand. */
export const openGoogleStandIn = async (): Promise<GoogleStandIn> => {
  const own = signer()
  const forger = signer()
  const grants = new Map<string, Grant>()

  const redeemCode = (form: URLSearchParams): string | null => {
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === googleClient.id &&
      form.get('client_secret') === googleClient.secret &&
      grant?.redirectUri === form.get('redirect_uri') &&
      grant.challenge === verifier
    return isRight ? grant.idToken : null
  }

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { issuer } = google
    if (request.url === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/certs`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
          code_challenge_methods_supported: ['plain', 'S256'],
        },
      ]
    if (request.url === '/certs') return [200, { keys: [own.jwk] }]
    if (request.url !== '/token' || request.method !== 'POST') return [404, {}]
    const idToken = redeemCode(await readForm(request))
    if (idToken === null) return [400, { error: 'invalid_grant', error_description: 'Bad Request' }]
    const accessToken = `ya29.${randomUUID()}`
    google.secrets.push(accessToken)
    return [
      200,
      {
        access_token: accessToken,
        id_token: idToken,
        token_type: 'Bearer',
        expires_in: 3_599,
        scope: 'openid',
      },
    ]
  }

  const server = createServer((request, response: ServerResponse) => {
    if (google.health === 'silent') return
    if (google.health === 'down') return void request.socket.destroy()
    if (google.person && request.url?.startsWith('/o/oauth2/v2/auth?')) {
      const location = google.consent(`${google.issuer}${request.url}`, google.person)
      return void response.writeHead(302, { location }).end()
    }
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const paramsOf = (authorizationUrl: string): URLSearchParams => {
    const { origin, pathname, searchParams } = new URL(authorizationUrl)
    expect(`${origin}${pathname}` === `${google.issuer}/o/oauth2/v2/auth`, 'address')
    expect(searchParams.get('response_type') === 'code', 'response_type')
    expect(searchParams.get('client_id') === googleClient.id, 'client_id')
    expect(searchParams.get('scope') === 'openid email', 'scope')
    expect(searchParams.get('code_challenge_method') === 'S256', 'code_challenge_method')
    for (const name of ['state', 'nonce', 'code_challenge', 'redirect_uri'])
      expect((searchParams.get(name) ?? '').length >= 20, name)
    return searchParams
  }

  const google: GoogleStandIn = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets: [],
    health: 'up',
    person: null,
    authTime: null,
    consent: (authorizationUrl, person, { claims = {}, isForged = false } = {}) => {
      const query = paramsOf(authorizationUrl)
      const nowSec = Math.floor(Date.now() / 1_000)
      const idToken = (isForged ? forger : own).sign({
        iss: google.issuer,
        aud: googleClient.id,
        azp: googleClient.id,
        nonce: query.get('nonce'),
        iat: nowSec,
        exp: nowSec + 3_600,
        ...(google.authTime === null ? {} : { auth_time: google.authTime }),
        ...person,
        ...claims,
      })
      const code = `4/0${randomUUID()}`
      const redirectUri = query.get('redirect_uri') ?? ''
      grants.set(code, { redirectUri, challenge: query.get('code_challenge') ?? '', idToken })
      google.secrets.push(code, idToken)
      return `${redirectUri}?${new URLSearchParams({ state: query.get('state') ?? '', code, prompt: 'consent' })}`
    },
    decline: (authorizationUrl) => {
      const query = paramsOf(authorizationUrl)
      return `${query.get('redirect_uri')}?${new URLSearchParams({ error: 'access_denied', state: query.get('state') ?? '' })}`
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return google
}
