import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReference } from './auth-reference.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  createBrowser,
  origin,
  signInForm,
  taro,
} from './auth-world.ts'

let world: AuthWorld
const reference = createReference()

beforeAll(async () => {
  world = await createAuthWorld()
})
afterAll(() => world.close())

interface Step {
  method?: string
  path: string
  fields?: Record<string, string>
  asJson?: boolean
  csrf?: 'good' | 'bad' | 'none'
}

const send = async (browser: Browser, step: Step): Promise<Response> => {
  const { method = 'GET', path, fields = {}, asJson = false, csrf = 'good' } = step
  if (method !== 'POST') return browser.fetch(`/api/auth/${path}`, { method, redirect: 'manual' })
  const { csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const token = { good: { csrfToken }, bad: { csrfToken: 'f'.repeat(64) }, none: {} }[csrf]
  return browser.fetch(`/api/auth/${path}`, {
    method,
    ...(asJson
      ? { body: JSON.stringify({ ...fields, ...token }), headers: { 'content-type': 'application/json' } }
      : { body: new URLSearchParams({ ...fields, ...token }) }),
  })
}

/** A cookie's name and attributes. Values and times differ between the two servers. */
const cookieShape = (line: string): string => {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  const kept = attributes.map((attribute) => attribute.replace(/^Expires=.*/, 'Expires=…'))
  return [`${name}=${value === '' ? '' : '…'}`, ...kept.sort()].join('; ')
}

const withoutValues = (body: string): unknown => {
  if (!body.startsWith('{'))
    return body.startsWith('<!') ? 'a page' : body.replace(/^<!doctype.*/is, 'a page')
  const { csrfToken, user, expires, ...rest } = JSON.parse(body) as Record<string, unknown>
  return {
    ...rest,
    hasCsrfToken: csrfToken !== undefined,
    hasSession: user !== undefined && expires !== undefined,
  }
}

const observe = async (response: Response) => ({
  status: response.status,
  location: response.headers.get('location'),
  body: withoutValues(await response.text()),
  cookies: response.headers
    .getSetCookie()
    // Only ours has it: the device cookie of the browser that registers.
    .filter((line) => !line.startsWith('koyoi.device='))
    .map(cookieShape)
    .sort(),
})

const json = { json: 'true' }
const right = { email: taro.email, password: taro.password }
const wrong = { email: taro.email, password: 'wrong' }

const steps: [name: string, step: Step][] = [
  ['session of a visitor', { path: 'session' }],
  ['csrf', { path: 'csrf' }],
  ['providers', { path: 'providers' }],
  ['sign-in page', { path: 'signin' }],
  [
    'sign-in page on behalf of a page',
    { path: 'signin?error=SessionRequired&callbackUrl=/my-page?a=1%26b=2' },
  ],
  ['sign-in page on behalf of a stranger', { path: 'signin?callbackUrl=https://evil.example/x' }],
  ['sign-in page with a scheme-relative address', { path: 'signin?callbackUrl=//evil.example/x' }],
  ['sign-out page', { path: 'signout' }],
  ['verify-request page', { path: 'verify-request' }],
  ['error of signing in', { path: 'error?error=CredentialsSignin' }],
  ['error of a required session', { path: 'error?error=SessionRequired' }],
  ['any other error', { path: 'error?error=AccessDenied' }],
  ['error in the path', { path: 'error/AccessDenied' }],
  ['GET of an unknown action', { path: 'nonsense' }],
  ['GET of an unknown provider', { path: 'callback/nonsense' }],
  ['GET of _log', { path: '_log' }],
  ['PUT session', { method: 'PUT', path: 'session' }],
  ['DELETE signin', { method: 'DELETE', path: 'signin/login' }],
  ['POST to an unknown action', { method: 'POST', path: 'nonsense', fields: json }],
  ['POST csrf', { method: 'POST', path: 'csrf', fields: json }],
  ['POST providers', { method: 'POST', path: 'providers', fields: json }],
  ['POST error', { method: 'POST', path: 'error', fields: json }],
  ['callback of an unknown provider', { method: 'POST', path: 'callback/nonsense', fields: json }],
  ['callback of no provider', { method: 'POST', path: 'callback', fields: json }],
  ['callback of a property every object has', { method: 'POST', path: 'callback/constructor', fields: json }],
  ['signin of an unknown provider', { method: 'POST', path: 'signin/nonsense', fields: json }],
  ['the same, redirected', { method: 'POST', path: 'signin/nonsense' }],
  ['signin of no provider', { method: 'POST', path: 'signin', fields: json }],
  ['signin of a credentials provider', { method: 'POST', path: 'signin/login', fields: json }],
  ['the same, redirected', { method: 'POST', path: 'signin/login' }],
  ['signin with a bad CSRF token', { method: 'POST', path: 'signin/login', csrf: 'bad', fields: json }],
  [
    'callback with a bad CSRF token',
    { method: 'POST', path: 'callback/login', csrf: 'bad', fields: { ...json, ...right } },
  ],
  ['the same, redirected', { method: 'POST', path: 'callback/login', csrf: 'bad', fields: right }],
  [
    'callback without a CSRF token',
    { method: 'POST', path: 'callback/login', csrf: 'none', fields: { ...json, ...right } },
  ],
  [
    'callback with wrong credentials',
    { method: 'POST', path: 'callback/login', fields: { ...json, ...wrong } },
  ],
  ['the same, redirected', { method: 'POST', path: 'callback/login', fields: wrong }],
  [
    'registration without a name',
    { method: 'POST', path: 'callback/register', fields: { ...json, name: '' } },
  ],
  [
    'a recovery code that is nobody s',
    { method: 'POST', path: 'callback/recovery', fields: { ...json, code: '7K2Q-M9X4' } },
  ],
  [
    'callback',
    { method: 'POST', path: 'callback/login', fields: { ...json, ...right, callbackUrl: '/my-page' } },
  ],
  [
    'callback as JSON',
    { method: 'POST', path: 'callback/login', asJson: true, fields: { ...json, ...right } },
  ],
  [
    'callback, redirected',
    { method: 'POST', path: 'callback/login', fields: { ...right, callbackUrl: `${origin}/chat/1#a` } },
  ],
  [
    'callback for a stranger',
    {
      method: 'POST',
      path: 'callback/login',
      fields: { ...json, ...right, callbackUrl: 'https://evil.example' },
    },
  ],
  ['sign-out of a visitor', { method: 'POST', path: 'signout', fields: json }],
  ['sign-out with a bad CSRF token', { method: 'POST', path: 'signout', csrf: 'bad', fields: json }],
  ['session update of a visitor', { method: 'POST', path: 'session', asJson: true }],
  ['session update with a bad CSRF token', { method: 'POST', path: 'session', asJson: true, csrf: 'bad' }],
  [
    '_log',
    { method: 'POST', path: '_log', csrf: 'none', fields: { level: 'error', code: 'CLIENT_FETCH_ERROR' } },
  ],
]

/** The session begins with a sign-in by the server's own wire. */
const stepsOfAMember: [name: string, step: Step][] = [
  ['session', { path: 'session' }],
  ['session update', { method: 'POST', path: 'session', asJson: true }],
  ['session update with a bad CSRF token', { method: 'POST', path: 'session', asJson: true, csrf: 'bad' }],
  ['sign-out', { method: 'POST', path: 'signout', fields: { ...json, callbackUrl: '/' } }],
  ['sign-out, redirected', { method: 'POST', path: 'signout' }],
  ['sign-out with a bad CSRF token', { method: 'POST', path: 'signout', csrf: 'bad', fields: json }],
  ['signing in again', { method: 'POST', path: 'callback/login', fields: { ...json, ...right } }],
]

describe('the sign-in wire answers as NextAuth v4 itself', () => {
  const serveBoth = () => ({ ours: world.browser(), theirs: createBrowser(reference) })

  it.each(steps)('%s', async (_name, step) => {
    const { ours, theirs } = serveBoth()
    expect(await observe(await send(ours, step))).toEqual(await observe(await send(theirs, step)))
  })

  it.each(stepsOfAMember)('%s of a member', async (_name, step) => {
    const { ours, theirs } = serveBoth()
    for (const browser of [ours, theirs]) {
      const { status } = await browser.post('/api/auth/callback/login', signInForm())
      expect(status).toBe(200)
      expect(await browser.session()).toMatchObject({ user: { name: taro.name } })
    }
    expect(await observe(await send(ours, step))).toEqual(await observe(await send(theirs, step)))
  })

  it('deletes a session cookie that is not valid', async () => {
    const { ours, theirs } = serveBoth()
    for (const browser of [ours, theirs]) browser.cookies.set('next-auth.session-token', 'stale')
    expect(await observe(await send(ours, { path: 'session' }))).toEqual(
      await observe(await send(theirs, { path: 'session' })),
    )
    expect(ours.cookies.has('next-auth.session-token')).toBe(false)
  })

  it('replaces a CSRF cookie that was tampered with', async () => {
    const { ours, theirs } = serveBoth()
    for (const browser of [ours, theirs]) browser.cookies.set('next-auth.csrf-token', `${'a'.repeat(64)}%7Cb`)
    expect(await observe(await send(ours, { path: 'csrf' }))).toEqual(
      await observe(await send(theirs, { path: 'csrf' })),
    )
  })
})
