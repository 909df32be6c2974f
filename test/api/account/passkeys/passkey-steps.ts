import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/account/passkeys.ts'
import { refusals } from '#contract/refusals.ts'
import {
  createSoftwareAuthenticator,
  type Deviation,
  type SoftwareAuthenticator,
} from '#test/helpers/software-authenticator.ts'
import { type AuthWorld, type Browser, origin, registrationForm } from '../auth-world.ts'

export interface Answer {
  type: string
  code?: string
  message?: string
}

export const refusedSignIn = refusals.passkeySignInFailed.message

/** Calls one of our endpoints with the browser's cookies. */
export const request = async <More extends object = object>(
  browser: Browser,
  path: string,
  input: object = {},
  headers: Record<string, string> = {},
): Promise<Answer & More> => {
  const response = await browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Answer & More
}

let strangers = 0
/** A browser of a network that nobody has used. */
export const stranger = (world: AuthWorld): Browser => {
  strangers += 1
  return world.browser(`198.51.${Math.floor(strangers / 250)}.${(strangers % 250) + 1}`)
}

/** A member who has just registered by a nickname. */
export const newcomer = async (world: AuthWorld, name: string): Promise<{ browser: Browser; id: string }> => {
  const browser = stranger(world)
  await browser.post('/api/auth/callback/register', registrationForm(name))
  return { browser, id: (await browser.session()).user?.id ?? '' }
}

export const creationOptions = async (browser: Browser): Promise<PasskeyCreationOptions> =>
  (await request<{ options: PasskeyCreationOptions }>(browser, '/api/begin-passkey-registration')).options

export const finish = (browser: Browser, attestation: object) =>
  request<{ passkey: Passkey }>(browser, '/api/finish-passkey-registration', { attestation })

/** Makes a passkey and stores it. */
export const addPasskey = async (
  browser: Browser,
  authenticator: SoftwareAuthenticator = createSoftwareAuthenticator(origin),
): Promise<{ authenticator: SoftwareAuthenticator; passkey: Passkey }> => {
  const { passkey } = await finish(browser, authenticator.make(await creationOptions(browser)))
  return { authenticator, passkey }
}

export const requestOptions = async (browser: Browser): Promise<PasskeyRequestOptions> =>
  (await request<{ options: PasskeyRequestOptions }>(browser, '/api/begin-passkey-sign-in')).options

/** The sentence with which a sign-in fails; null when it succeeds. */
export const sendAssertion = async (browser: Browser, assertion: unknown): Promise<string | null> => {
  const { status, url } = await browser.post('/api/auth/callback/passkey', {
    assertion: typeof assertion === 'string' ? assertion : JSON.stringify(assertion),
    callbackUrl: '/',
  })
  if (url.searchParams.has('csrf')) throw new Error('the CSRF token was not taken')
  const error = url.searchParams.get('error')
  if ((status === 200) !== (error === null)) throw new Error(`status ${status} with ${error}`)
  return error
}

export const signInBy = async (
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  deviation: Deviation = {},
): Promise<string | null> =>
  sendAssertion(browser, authenticator.sign(await requestOptions(browser), deviation))

export const passkeysOf = (browser: Browser) =>
  request<{ passkeys: Passkey[]; areOnlyRecoveryMethod: boolean }>(browser, '/api/get-passkeys')
