import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import type { MailServer } from '#test/helpers/mail-server.ts'
import { type AuthWorld, type Browser, registrationForm } from './auth-world.ts'
import { closeMailWorld, createMailWorld, mailSteps, oldPassword, postJson, signIn } from './mail-steps.ts'

let server: MailServer
let world: AuthWorld
beforeAll(async () => {
  ;({ server, world } = await createMailWorld())
})
afterAll(() => closeMailWorld(world, server))
const { stranger, addMember } = mailSteps(
  () => world,
  () => server,
)

const prove = (browser: Browser, password: string) => postJson(browser, '/api/prove-identity', { password })

/** Needs a proof of identity; it is refused for its input before it changes anything. */
const sensitive = (browser: Browser) => postJson(browser, '/api/send-confirm-email', { email: 'nowhere' })
const proofNeeded = { code: 'identityProofNeeded' }
const letIn = { code: 'mailAddressWrong' }

const signedIn = async (email: string): Promise<Browser> => {
  await addMember(email)
  const browser = stranger()
  expect(await signIn(browser, email)).toBe(200)
  return browser
}

describe('a sensitive change', () => {
  it('is allowed for a quarter of an hour after the sign-in, and again after the password', async () => {
    const ofCaller = await signedIn('ichiro@example.jp')
    world.clock.nowMs += identityProofLifeMs - 1
    expect(await sensitive(ofCaller)).toMatchObject(letIn)
    world.clock.nowMs += 1
    expect(await sensitive(ofCaller)).toMatchObject(proofNeeded)
    expect(await prove(ofCaller, oldPassword)).toEqual({ type: 'success' })
    expect(await sensitive(ofCaller)).toMatchObject(letIn)
    world.clock.nowMs += identityProofLifeMs
    expect(await sensitive(ofCaller)).toMatchObject(proofNeeded)
  })

  it('is allowed for one browser alone', async () => {
    const ofCaller = await signedIn('jiro@example.jp')
    const other = stranger()
    await signIn(other, 'jiro@example.jp')
    world.clock.nowMs += identityProofLifeMs
    await prove(ofCaller, oldPassword)
    expect(await sensitive(other)).toMatchObject(proofNeeded)
  })

  it('needs no proof for an account by nickname alone, which has no method of proof', async () => {
    const nameless = stranger()
    await nameless.post('/api/auth/callback/register', registrationForm('みなと'))
    world.clock.nowMs += identityProofLifeMs
    expect(await sensitive(nameless)).toMatchObject(letIn)
    expect(await prove(nameless, oldPassword)).toMatchObject({ code: 'forbidden' })
  })

  it('is refused to a visitor', async () => {
    expect(await sensitive(stranger())).toMatchObject({ code: 'notLoggedIn' })
    expect(await prove(stranger(), oldPassword)).toMatchObject({ code: 'notLoggedIn' })
  })
})

describe('a wrong password', () => {
  it('proves nothing, and the session stays as it was', async () => {
    const ofCaller = await signedIn('saburo@example.jp')
    const before = await ofCaller.session()
    world.clock.nowMs += identityProofLifeMs
    for (const wrong of ['wrong-password', '', 'x'.repeat(1_024)])
      expect(await prove(ofCaller, wrong)).toMatchObject({ code: 'passwordWrong' })
    expect(await sensitive(ofCaller)).toMatchObject(proofNeeded)
    expect((await ofCaller.session()).user).toEqual(before.user)
  })

  it('is counted as at the sign-in: after five even the right one waits, here and nowhere else', async () => {
    const email = 'shiro@example.jp'
    const ofCaller = await signedIn(email)
    world.clock.nowMs += identityProofLifeMs
    for (const _ of [1, 2, 3, 4, 5]) await prove(ofCaller, 'wrong-password')
    expect(await prove(ofCaller, oldPassword)).toMatchObject({ code: 'signInTooOften' })
    expect(await signIn(stranger(), email)).toBe(200)
    world.clock.nowMs += 60_000
    expect(await prove(ofCaller, oldPassword)).toEqual({ type: 'success' })
  })

  it('is counted apart from the sign-in: guesses there do not block a session’s proof', async () => {
    const email = 'shichiro@example.jp'
    const ofCaller = await signedIn(email)
    world.clock.nowMs += identityProofLifeMs
    for (const _ of [1, 2, 3, 4, 5]) await signIn(stranger(), email, 'wrong-password')
    expect(await prove(ofCaller, oldPassword)).toEqual({ type: 'success' })
  })
})

describe('the session after a proof', () => {
  it('is rotated; its old cookie and token open nothing, in any process', async () => {
    const ofCaller = await signedIn('goro@example.jp')
    const beside = await world.startProcess()
    const cookieHeader = [...ofCaller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const thief = (path: string, init: RequestInit = {}) =>
      beside.serve(
        new Request(new URL(path, 'http://localhost'), { ...init, headers: { cookie: cookieHeader } }),
        '198.51.100.250',
      )
    const before = await ofCaller.session()
    // The other process caches it from now on.
    expect(await (await thief('/api/auth/session')).json()).toMatchObject({ user: { id: before.user?.id } })

    expect(await prove(ofCaller, oldPassword)).toEqual({ type: 'success' })
    const after = await ofCaller.session()
    expect(after.user).toMatchObject({ id: before.user?.id, name: before.user?.name })
    expect(after.user?.token).not.toBe(before.user?.token)
    await expect.poll(async () => (await thief('/api/auth/session')).json(), { timeout: 10_000 }).toEqual({})
    // A page that asks while its new cookie is on its way neither loses that cookie nor looks signed out.
    const meanwhile = await thief('/api/auth/session')
    expect(meanwhile.status).toBe(409)
    expect(meanwhile.headers.getSetCookie().join()).not.toContain('session-token')
  })

  it('keeps its row, and the push address of this browser', async () => {
    const ofCaller = await signedIn('rokuro@example.jp')
    const memberId = (await ofCaller.session()).user?.id ?? ''
    const { sql } = world.database
    await sql`
      insert into push_address (address_hash, member_id, session_hash, provider, address, sender)
      select '\\x01', ${memberId}, id_hash, 'webPush', '{}', '' from session where member_id = ${memberId}`
    const sessionsNow = () => sql`
      select s.created_at, s.user_agent, count(p)::int as rings
      from session s left join push_address p on p.session_hash = s.id_hash
      where s.member_id = ${memberId} and s.revoked_at is null group by s.id_hash`
    const before = await sessionsNow()
    expect(before).toMatchObject([{ rings: 1 }])
    expect(await prove(ofCaller, oldPassword)).toEqual({ type: 'success' })
    expect(await sessionsNow()).toEqual(before)
  })
})
