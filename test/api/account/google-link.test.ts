import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import { eraseSignIn } from '#server/account/erase-sign-in.ts'
import type { GoogleStandIn } from '#test/helpers/stand-ins/google-stand-in.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  registrationForm,
  signInForm,
  taro,
} from './auth-world.ts'
import { createGoogleWorld, googlePerson, googleSettings, googleSteps } from './google-steps.ts'
import { postJson } from './mail-steps.ts'

let world: AuthWorld
let google: GoogleStandIn
beforeAll(async () => {
  ;({ world, google } = await createGoogleWorld())
})
afterEach(() => {
  google.authTime = null
  google.health = 'up'
})
afterAll(async () => {
  await world.close()
  await google.close()
})
const { stranger, open, signInAs, memberOf, link, notices } = googleSteps(
  () => world,
  () => google,
)

const registered = async (): Promise<Browser> => {
  const browser = stranger()
  await browser.post('/api/auth/callback/register', registrationForm('みなと'))
  return browser
}
const outcome = (url: URL) => `${url.pathname}${url.search}`
const status = (browser: Browser) =>
  postJson<{ account: object | null; isOnlyRecoveryMethod: boolean }>(browser, '/api/get-google-account')

describe('linking', () => {
  it('lets Google open the account elsewhere, rotates the session and notifies the owner', async () => {
    const minato = googlePerson({ email: 'minato@gmail.example' })
    const ofCaller = await registered()
    const before = await memberOf(ofCaller)
    expect(outcome(await link(ofCaller, minato))).toBe('/my-page/security?google=linked')
    const after = await memberOf(ofCaller)
    expect(after?.id).toBe(before?.id)
    expect(after?.token).not.toBe(before?.token)
    expect(await status(ofCaller)).toMatchObject({
      isAvailable: true,
      account: { mail: 'mi•••@gmail.example' },
      isOnlyRecoveryMethod: true,
    })
    expect(await notices(before?.id ?? '')).toEqual(['googleLinked'])

    const elsewhere = stranger()
    await signInAs(elsewhere, minato)
    expect((await memberOf(elsewhere))?.id).toBe(before?.id)
    expect(await notices(before?.id ?? '')).toEqual(['googleLinked', 'newSignIn'])
  })

  it('refuses a Google account that is linked to another member', async () => {
    const who = googlePerson()
    const [ofCaller, ofBroadcaster] = [await registered(), await registered()]
    await link(ofCaller, who)
    expect(outcome(await link(ofBroadcaster, who))).toBe('/my-page/security?google=taken')
    expect(await status(ofBroadcaster)).toMatchObject({ account: null })
    const elsewhere = stranger()
    await signInAs(elsewhere, who)
    expect((await memberOf(elsewhere))?.id).toBe((await memberOf(ofCaller))?.id)
  })

  it('does nothing for a session that ended meanwhile, or for a member who signed in since', async () => {
    const ofCaller = await registered()
    const { url } = await postJson<{ url: string }>(ofCaller, '/api/begin-google-link')
    const back = google.consent(url, googlePerson())
    await ofCaller.post('/api/auth/signout')
    await ofCaller.post('/api/auth/callback/login', signInForm())
    expect(outcome(await open(ofCaller, back))).toBe('/my-page/security?google=ended')
    expect(await status(ofCaller)).toMatchObject({ account: null })

    const { url: second } = await postJson<{ url: string }>(ofCaller, '/api/begin-google-link')
    await ofCaller.post('/api/auth/signout')
    expect(outcome(await open(ofCaller, google.consent(second, googlePerson())))).toBe(
      '/my-page/security?google=ended',
    )
    expect(await memberOf(ofCaller)).toBeUndefined()
  })

  it('returns to its page when it is cancelled or fails', async () => {
    const ofCaller = await registered()
    const begin = async () => (await postJson<{ url: string }>(ofCaller, '/api/begin-google-link')).url
    expect(outcome(await open(ofCaller, google.decline(await begin())))).toBe(
      '/my-page/security?google=cancelled',
    )
    const forged = google.consent(await begin(), googlePerson(), { isForged: true })
    expect(outcome(await open(ofCaller, forged))).toBe('/my-page/security?google=failed')
  })

  it('allows one per member, accepts the same again, and refuses the demo’s members', async () => {
    const who = googlePerson()
    const ofCaller = await registered()
    const { url } = await postJson<{ url: string }>(ofCaller, '/api/begin-google-link')
    const cookies = new Map(ofCaller.cookies)
    await link(ofCaller, who)
    expect(await postJson(ofCaller, '/api/begin-google-link')).toMatchObject({ code: 'googleLinkedAlready' })
    for (const name of ['state', 'nonce', 'pkce.code_verifier'])
      ofCaller.cookies.set(`next-auth.${name}`, cookies.get(`next-auth.${name}`) ?? '')
    // It belongs to the session as it was before.
    expect(outcome(await open(ofCaller, google.consent(url, googlePerson())))).toBe(
      '/my-page/security?google=ended',
    )

    await world.database
      .sql`update member set is_demo = true where id = ${(await memberOf(ofCaller))?.id ?? ''}`
    expect(await postJson(ofCaller, '/api/begin-google-link')).toMatchObject({ code: 'demoAccountFixed' })
  })

  it('reports an error when Google has no keys or does not answer the first request', async () => {
    const refused = { code: 'googleUnavailable' }
    const without = await createAuthWorld()
    const nobodys = without.browser()
    await nobodys.post('/api/auth/callback/register', registrationForm('みなと'))
    expect(await postJson(nobodys, '/api/begin-google-link')).toMatchObject(refused)
    await without.close()

    const beside = await createAuthWorld(googleSettings(google))
    google.health = 'down'
    const ofCaller = beside.browser()
    await ofCaller.post('/api/auth/callback/register', registrationForm('みなと'))
    expect(await postJson(ofCaller, '/api/begin-google-link')).toMatchObject(refused)
    google.health = 'up'
    expect(await postJson(ofCaller, '/api/begin-google-link')).toMatchObject({ type: 'success' })
    await beside.close()
  })

  it('keeps the link that was quicker in another browser', async () => {
    const [one, two] = [stranger(), stranger()]
    for (const browser of [one, two]) await browser.post('/api/auth/callback/login', signInForm())
    const { url } = await postJson<{ url: string }>(one, '/api/begin-google-link')
    await link(two, googlePerson({ email: 'quick@gmail.example' }))
    expect(outcome(await open(one, google.consent(url, googlePerson())))).toBe(
      '/my-page/security?google=another',
    )
    expect(await status(one)).toMatchObject({ account: { mail: 'qu•••@gmail.example' } })
    expect(await postJson(one, '/api/unlink-google')).toEqual({ type: 'success' })
  })

  it('accepts one of two concurrent ones in one session', async () => {
    const ofCaller = await registered()
    const [one, two] = [
      await postJson<{ url: string }>(ofCaller, '/api/begin-google-link'),
      await postJson<{ url: string }>(ofCaller, '/api/begin-google-link'),
    ]
    expect(outcome(await open(ofCaller, google.consent(one.url, googlePerson())))).toContain('google=failed')
    expect(two.url).toContain(google.issuer)
  })
})

describe('unlinking', () => {
  it('warns about the last recovery method, and deletes it after confirmation', async () => {
    const who = googlePerson()
    const ofCaller = await registered()
    const id = (await memberOf(ofCaller))?.id ?? ''
    expect(await postJson(ofCaller, '/api/unlink-google')).toMatchObject({ code: 'googleNotLinked' })
    await link(ofCaller, who)
    expect(await postJson(ofCaller, '/api/unlink-google')).toMatchObject({
      code: 'googleIsLastRecoveryMethod',
    })
    expect(await status(ofCaller)).toMatchObject({ account: { linkedAt: expect.any(String) } })
    expect(await postJson(ofCaller, '/api/unlink-google', { endsLastRecoveryMethod: true })).toEqual({
      type: 'success',
    })
    expect(await notices(id)).toEqual(['googleLinked', 'googleUnlinked'])
    const elsewhere = stranger()
    await signInAs(elsewhere, who)
    expect((await memberOf(elsewhere))?.id).not.toBe(id)
  })

  it('does not warn a member who has a password', async () => {
    const ofCaller = stranger()
    await ofCaller.post('/api/auth/callback/login', signInForm())
    await link(ofCaller, googlePerson({ email: taro.email }))
    expect(await status(ofCaller)).toMatchObject({ isOnlyRecoveryMethod: false })
    expect(await postJson(ofCaller, '/api/unlink-google')).toEqual({ type: 'success' })
  })

  it('is part of the erasure', async () => {
    const ofCaller = await registered()
    const id = (await memberOf(ofCaller))?.id ?? ''
    await link(ofCaller, googlePerson())
    await world.database.db.transaction().execute((tx) => eraseSignIn(world.context, tx, id))
    expect(await world.database.sql`select from google_account where member_id = ${id}`).toEqual([])
  })
})

describe('proving identity by Google', () => {
  const proofUrl = async (browser: Browser) =>
    (
      await postJson<{ url: string }>(browser, '/api/begin-google-identity-proof', {
        callbackUrl: '/quit?a=1',
      })
    ).url

  it('requires a new sign-in at Google, and returns to the page', async () => {
    const who = googlePerson()
    const ofCaller = stranger()
    await signInAs(ofCaller, who)
    world.clock.nowMs += identityProofLifeMs
    expect(await postJson(ofCaller, '/api/unlink-google')).toMatchObject({ code: 'identityProofNeeded' })
    expect(await postJson(ofCaller, '/api/get-identity-proof-ways')).toMatchObject({ hasGoogle: true })
    const url = await proofUrl(ofCaller)
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      login_hint: who.sub,
    })
    google.authTime = Math.floor(world.clock.nowMs / 1_000)
    expect(outcome(await open(ofCaller, google.consent(url, who)))).toBe('/quit?a=1&google=proven')
    expect(await postJson(ofCaller, '/api/unlink-google')).toMatchObject({
      code: 'googleIsLastRecoveryMethod',
    })
  })

  it('does not accept another Google account, nor a sign-in of long ago', async () => {
    const who = googlePerson()
    const ofCaller = stranger()
    await signInAs(ofCaller, who)
    world.clock.nowMs += identityProofLifeMs
    const other = await open(ofCaller, google.consent(await proofUrl(ofCaller), googlePerson()))
    expect(outcome(other)).toBe('/quit?a=1&google=unproven')
    google.authTime = Math.floor(world.clock.nowMs / 1_000) - 3_600
    const old = await open(ofCaller, google.consent(await proofUrl(ofCaller), who))
    expect(outcome(old)).toBe('/quit?a=1&google=unproven')
    expect(await postJson(ofCaller, '/api/unlink-google')).toMatchObject({ code: 'identityProofNeeded' })
  })

  it('is refused without a linked account, and leads to no other site', async () => {
    const ofCaller = await registered()
    expect(await postJson(ofCaller, '/api/begin-google-identity-proof', { callbackUrl: '/' })).toMatchObject({
      code: 'googleNotLinked',
    })
    const who = googlePerson()
    await link(ofCaller, who)
    const { url } = await postJson<{ url: string }>(ofCaller, '/api/begin-google-identity-proof', {
      callbackUrl: 'https://evil.example/',
    })
    expect((await open(ofCaller, google.consent(url, who))).origin).toBe('http://localhost')
  })
})
