import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { googlePendingLifeMs } from '#contract/account/google.ts'
import { nicknames } from '#domain/account/nicknames.ts'
import type { GoogleStandIn } from '#test/helpers/stand-ins/google-stand-in.ts'
import { type AuthWorld, createAuthWorld, registrationForm, signInForm, taro } from './auth-world.ts'
import { createGoogleWorld, googlePerson, googleSteps } from './google-steps.ts'

let world: AuthWorld
let google: GoogleStandIn
beforeAll(async () => {
  ;({ world, google } = await createGoogleWorld())
})
afterEach(() => {
  google.health = 'up'
})
afterAll(async () => {
  await world.close()
  await google.close()
})
const { stranger, begin, open, signInAs, memberOf } = googleSteps(
  () => world,
  () => google,
)

const errorPage = (error: string) => `http://localhost/api/auth/error?error=${encodeURIComponent(error)}`

describe('a person who comes by Google', () => {
  it('is registered as by nickname, and signed in from then on', async () => {
    const sakura = googlePerson()
    const broadcaster = stranger()
    broadcaster.cookies.set('cm_code', 'spring-01')
    const arrived = await signInAs(broadcaster, sakura, {
      callbackUrl: '/my-page?a=1',
      googleClientId: '12.34',
    })
    expect(arrived.href).toBe('http://localhost/my-page?a=1')
    const registered = await memberOf(broadcaster)
    expect(registered).toMatchObject({ name: expect.stringMatching(/^\S.{0,19}$/u), isFirstRegister: true })
    const id = registered?.id ?? ''
    const [row] = await world.database.sql`
      select campaign_code, analytics_client_id, email, age_declaration_version is not null as "hasDeclared",
        (select balance::int from account where kind = 'wallet' and owner_id = ${id}) as balance
      from member where id = ${id}`
    expect(row).toEqual({
      campaign_code: 'spring-01',
      analytics_client_id: '12.34',
      email: null,
      hasDeclared: true,
      balance: 300,
    })
    expect([...broadcaster.cookies.keys()].filter((name) => /state|nonce|pkce/.test(name))).toEqual([])

    const elsewhere = stranger()
    await signInAs(elsewhere, { ...sakura, email: 'other@gmail.example' })
    expect(await memberOf(elsewhere)).toMatchObject({ id, name: registered?.name, isFirstRegister: false })
  })

  it('gets one of our nicknames, because the name at Google is a real one', async () => {
    const broadcaster = stranger()
    await signInAs(broadcaster, { ...googlePerson(), ...{ given_name: '花子', name: '山田花子' } })
    expect(nicknames).toContain((await memberOf(broadcaster))?.name)
  })

  it('registers once a device', async () => {
    const ofCaller = stranger()
    await ofCaller.post('/api/auth/callback/register', registrationForm('たろう'))
    await ofCaller.post('/api/auth/signout')
    expect((await signInAs(ofCaller, googlePerson())).href).toBe(errorPage('すでに登録されています'))
    expect(await memberOf(ofCaller)).toBeUndefined()
  })

  it('can cancel without any effect', async () => {
    const ofCaller = stranger()
    const back = await open(ofCaller, google.decline(await begin(ofCaller, { callbackUrl: '/chat/1' })))
    expect(back.href).toBe('http://localhost/api/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%2Fchat%2F1')
  })

  it('returns to our own pages alone', async () => {
    const broadcaster = stranger()
    const arrived = await signInAs(broadcaster, googlePerson(), { callbackUrl: 'https://evil.example/x' })
    expect(arrived.href).toBe('http://localhost/')
  })
})

describe('an existing account', () => {
  it('is not opened by its mail address', async () => {
    const ofCaller = stranger()
    const impostor = googlePerson({ email: taro.email.toUpperCase() })
    expect((await signInAs(ofCaller, impostor)).href).toBe(errorPage('OAuthAccountNotLinked'))
    expect(await memberOf(ofCaller)).toBeUndefined()
  })

  it('is not replaced by a new one in its browser', async () => {
    const ofCaller = stranger()
    await ofCaller.post('/api/auth/callback/register', registrationForm('たろう'))
    const before = await memberOf(ofCaller)
    expect((await signInAs(ofCaller, googlePerson())).href).toBe(errorPage('OAuthAccountNotLinked'))
    expect(await memberOf(ofCaller)).toEqual(before)
  })

  it('is not matched by an address that Google has not verified', async () => {
    const broadcaster = stranger()
    await signInAs(broadcaster, googlePerson({ email: taro.email, email_verified: false }))
    const { id = '' } = (await memberOf(broadcaster)) ?? {}
    expect(id).not.toBe(taro.id)
    expect(await world.database.sql`select mail from google_account where member_id = ${id}`).toEqual([
      { mail: null },
    ])
  })
})

describe('an invalid answer', () => {
  const nowSec = Math.floor(Date.now() / 1_000)
  it.each([
    ['of another issuer', { claims: { iss: 'https://accounts.evil.example' } }],
    ['for another site', { claims: { aud: 'another.apps.googleusercontent.com' } }],
    ['to another question', { claims: { nonce: 'x'.repeat(43) } }],
    ['that is over', { claims: { iat: nowSec - 7_200, exp: nowSec - 3_600 } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of nobody', { claims: { sub: undefined } }],
    ['of somebody without an end', { claims: { sub: 'x'.repeat(256) } }],
    ['signed by somebody else', { isForged: true }],
  ])('%s opens nothing', async (_what, how) => {
    const ofCaller = stranger()
    const back = google.consent(await begin(ofCaller), googlePerson(), how)
    expect((await open(ofCaller, back)).href).toBe(errorPage('OAuthCallback'))
    expect(await memberOf(ofCaller)).toBeUndefined()
  })

  it('with another state, in another browser or too late opens nothing', async () => {
    const ofCaller = stranger()
    const back = google.consent(await begin(ofCaller), googlePerson())
    expect((await open(stranger(), back)).href).toBe(errorPage('OAuthCallback'))
    const tampered = new URL(back)
    tampered.searchParams.set('state', 'x'.repeat(43))
    expect((await open(ofCaller, tampered.href)).href).toBe(errorPage('OAuthCallback'))
    // The tampered answer has used the request up.
    expect((await open(ofCaller, back)).href).toBe(errorPage('OAuthCallback'))

    const late = stranger()
    const lateBack = google.consent(await begin(late), googlePerson())
    world.clock.nowMs += googlePendingLifeMs
    expect((await open(late, lateBack)).href).toBe(errorPage('OAuthCallback'))
    expect(await memberOf(late)).toBeUndefined()
  })

  it('from a provider that names another one opens nothing', async () => {
    const ofCaller = stranger()
    const back = google.consent(await begin(ofCaller), googlePerson())
    expect((await open(ofCaller, `${back}&iss=https://accounts.evil.example`)).href).toBe(
      errorPage('OAuthCallback'),
    )
  })

  it('used twice opens nothing the second time, even with the cookies of the first', async () => {
    const ofCaller = stranger()
    const back = google.consent(await begin(ofCaller), googlePerson())
    const kept = new Map(ofCaller.cookies)
    await open(ofCaller, back)
    const thief = stranger()
    for (const [name, value] of kept) thief.cookies.set(name, value)
    expect((await open(thief, back)).href).toBe(errorPage('OAuthCallback'))
    expect(await memberOf(thief)).toBeUndefined()
  })

  it('needs our cookies: one request’s nonce does not match another’s state', async () => {
    const ofCaller = stranger()
    await begin(ofCaller)
    const firstNonce = ofCaller.cookies.get('next-auth.nonce') ?? ''
    const back = google.consent(await begin(ofCaller), googlePerson())
    ofCaller.cookies.set('next-auth.nonce', firstNonce)
    expect((await open(ofCaller, back)).href).toBe(errorPage('OAuthCallback'))
  })
})

describe('while Google does not answer', () => {
  it('reports an error, and works again as soon as Google does', async () => {
    const another = await createAuthWorld({
      PUBLIC_URL: 'http://localhost',
      GOOGLE_CLIENT_ID: 'a',
      GOOGLE_CLIENT_SECRET: 'b',
      GOOGLE_ISSUER: google.issuer,
    })
    try {
      google.health = 'down'
      const ofCaller = another.browser()
      expect((await ofCaller.post('/api/auth/signin/google')).url.href).toBe(errorPage('OAuthSignin'))
      google.health = 'up'
      expect((await ofCaller.post('/api/auth/signin/google')).url.origin).toBe(google.issuer)
    } finally {
      await another.close()
    }
  })

  it('opens nothing when it gets no token', async () => {
    const ofCaller = stranger()
    const back = google.consent(await begin(ofCaller), googlePerson())
    google.health = 'down'
    expect((await open(ofCaller, back)).href).toBe(errorPage('OAuthCallback'))
    expect(await memberOf(ofCaller)).toBeUndefined()
  })
})

describe('the wire', () => {
  it('lists Google only where it is configured', async () => {
    const providers = await (await stranger().fetch('/api/auth/providers')).json()
    expect(providers).toMatchObject({
      google: {
        id: 'google',
        name: 'Google',
        type: 'oauth',
        signinUrl: 'http://localhost/api/auth/signin/google',
        callbackUrl: 'http://localhost/api/auth/callback/google',
      },
    })
  })

  it('redirects a form without JSON as well, and nobody without a CSRF token', async () => {
    const ofCaller = stranger()
    const { csrfToken } = (await (await ofCaller.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    const post = (token: string) =>
      ofCaller.fetch('/api/auth/signin/google', {
        method: 'POST',
        body: new URLSearchParams({ csrfToken: token }),
      })
    const sent = await post(csrfToken)
    expect([sent.status, new URL(sent.headers.get('location') ?? '').origin]).toEqual([302, google.issuer])
    const cookies = sent.headers.getSetCookie().filter((line) => /state|nonce|pkce/.test(line))
    expect(cookies).toHaveLength(3)
    for (const cookie of cookies) expect(cookie).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
    const refused = await post('f'.repeat(64))
    expect(refused.headers.get('location')).toBe('http://localhost/api/auth/signin?csrf=true')
  })

  it('limits one network', async () => {
    const ofCaller = world.browser('192.0.2.9')
    const tries: string[] = []
    for (let nth = 0; nth < 121; nth += 1) tries.push(await begin(ofCaller))
    expect(tries.filter((url) => url.startsWith(google.issuer))).toHaveLength(120)
    expect(tries).toContain(errorPage('しばらく時間をおいてからお試しください。'))
  })

  it('stores and logs nothing of what Google signed', async () => {
    const broadcaster = stranger()
    const who = googlePerson()
    await signInAs(broadcaster, who)
    const log = world.logged.join('')
    for (const secret of [...google.secrets, who.email]) expect(log).not.toContain(secret)
    const [{ all } = { all: '' }] = await world.database.sql<{ all: string }[]>`
      select string_agg(to_jsonb(g)::text || to_jsonb(s)::text, '') as all from google_account g
      join session s using (member_id)`
    for (const secret of google.secrets) expect(all).not.toContain(secret)
  })

  it('lets a member with a password sign in as before', async () => {
    const ofCaller = stranger()
    expect((await ofCaller.post('/api/auth/callback/login', signInForm())).status).toBe(200)
  })
})
