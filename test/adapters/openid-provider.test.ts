import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOpenIdProvider, newOpenIdChecks } from '#adapters/sign-in/openid-provider.ts'
import {
  type GoogleStandIn,
  googleClient,
  openGoogleStandIn,
} from '#test/helpers/stand-ins/google-stand-in.ts'

let google: GoogleStandIn
beforeAll(async () => {
  google = await openGoogleStandIn()
})
afterAll(() => google.close())

const redirectUrl = 'https://koyoi.example/api/auth/callback/google'
const sakura = { sub: '1084', email: 'sakura@gmail.example', email_verified: true, given_name: 'さくら' }
const provider = (changed: { clientSecret?: string; isInsecureAllowed?: boolean } = {}) =>
  createOpenIdProvider(
    {
      issuer: google.issuer,
      clientId: googleClient.id,
      clientSecret: googleClient.secret,
      redirectUrl,
      isInsecureAllowed: true,
      ...changed,
    },
    { timeoutSec: 0.3 },
  )
const answered = (url: string) => new URL(google.consent(url, sakura)).searchParams

it('tells whom a signed answer names', async () => {
  const { authorizationUrl, identityOf } = provider()
  const checks = newOpenIdChecks()
  google.authTime = 1_795_000_000
  expect(await identityOf(answered(await authorizationUrl(checks)), checks)).toEqual({
    issuer: google.issuer,
    subject: '1084',
    mail: 'sakura@gmail.example',
    authenticatedAtMs: 1_795_000_000_000,
  })
})

it('waits for no answer that does not come, and asks again the next time', async () => {
  const { authorizationUrl, identityOf } = provider()
  const checks = newOpenIdChecks()
  google.health = 'silent'
  await expect(authorizationUrl(checks)).rejects.toThrow('OAUTH_TIMEOUT')
  google.health = 'up'
  const query = answered(await authorizationUrl(checks))
  google.health = 'silent'
  await expect(identityOf(query, checks)).rejects.toThrow('OAUTH_TIMEOUT')
  google.health = 'up'
})

it('names codes alone where the provider refuses', async () => {
  const { authorizationUrl, identityOf } = provider({ clientSecret: 'wrong' })
  const checks = newOpenIdChecks()
  await expect(identityOf(answered(await authorizationUrl(checks)), checks)).rejects.toThrow(
    /^OAUTH_RESPONSE_BODY_ERROR invalid_grant$/,
  )
})

it('speaks to nobody in the clear unless that is allowed', async () => {
  await expect(provider({ isInsecureAllowed: false }).authorizationUrl(newOpenIdChecks())).rejects.toThrow(
    'OAUTH_HTTP_REQUEST_FORBIDDEN',
  )
})
