import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operatorIdleMs } from '#contract/operators/operators.ts'
import { closeOperator, resetOperator } from '#server/operators/accounts.ts'
import { createOperatorWorld, granted, type OperatorWorld, stepMs } from './operator-world.ts'

let world: OperatorWorld
beforeEach(async () => {
  world = await createOperatorWorld()
})
afterEach(() => world.close())

const signInWithPassword = async (address?: string) => {
  const at = world.operatorBrowser(address)
  granted(await at.request('operatorSignIn', { mail: world.mail, password: world.password }))
  return at
}

describe('the first sign-in', () => {
  it('enrols an authenticator and hands out recovery codes once', async () => {
    const at = await signInWithPassword()
    expect(await at.request('operatorMe', {})).toMatchObject({
      mail: world.mail,
      step: 'enrol',
      openNotices: 0,
    })
    expect(await at.request('operatorNotices', { state: 'open' })).toMatchObject({
      code: 'secondStepMissing',
    })

    const offered = granted(await at.request('operatorOfferSecret', {}))
    expect(granted(await at.request('operatorOfferSecret', {}))).toEqual(offered)
    expect(offered.uri).toMatch(/^otpauth:\/\/totp\/Koyoi:yui%40office\.example\?issuer=Koyoi&secret=/)
    const passed = granted(
      await at.request('operatorGiveCode', { code: world.authenticator(offered.key).code() }),
    )

    expect(passed.recoveryCodes).toHaveLength(10)
    expect(granted(await at.request('operatorMe', {})).step).toBe('through')
    expect(granted(await at.request('operatorNotices', { state: 'open' })).notices).toEqual([])
    expect(await at.request('operatorOfferSecret', {})).toMatchObject({ code: 'alreadyEnrolled' })
  })

  it('takes only the secret shown to this sign-in', async () => {
    const stranger = await signInWithPassword('198.51.100.9')
    const shown = granted(await stranger.request('operatorOfferSecret', {}))
    const at = await signInWithPassword()
    granted(await at.request('operatorOfferSecret', {}))
    const code = world.authenticator(shown.key).code()
    expect(await at.request('operatorGiveCode', { code })).toMatchObject({ code: 'codeRefused' })
  })

  it('keeps neither the secret nor the codes in the clear', async () => {
    const { recoveryCodes } = await world.signedIn()
    const [row] = await world.context.sql`
      select encode(o.totp_secret, 'escape') as secret, string_agg(c.code_hash, ' ') as hashes
      from operator o join operator_recovery_code c on c.operator_id = o.id group by o.id`
    expect(row?.secret.length).toBeGreaterThan(40)
    for (const code of recoveryCodes) expect(row?.hashes).not.toContain(code)
  })
})

describe('the second step', () => {
  it('takes a code once, in the step before and after its own, and none beyond', async () => {
    const { authenticator } = await world.signedIn()
    world.clock.nowMs += 10 * stepMs
    const at = await signInWithPassword()
    expect(await at.request('operatorGiveCode', { code: authenticator.code(-2) })).toMatchObject({
      code: 'codeRefused',
    })
    const late = authenticator.code(-1)
    granted(await at.request('operatorGiveCode', { code: late }))
    const again = await signInWithPassword()
    expect(await again.request('operatorGiveCode', { code: late })).toMatchObject({ code: 'codeRefused' })
    granted(await again.request('operatorGiveCode', { code: authenticator.code() }))
  })

  it('takes a code from one of several who have it at the same moment', async () => {
    const { authenticator } = await world.signedIn()
    const browsers = await Promise.all([1, 2, 3].map((n) => signInWithPassword(`198.51.100.${n}`)))
    const answers = await Promise.all(
      browsers.map((at) => at.request('operatorGiveCode', { code: authenticator.code() })),
    )
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
  })

  it('takes each recovery code once, however it is written', async () => {
    const { recoveryCodes } = await world.signedIn()
    const [code = ''] = recoveryCodes
    const at = await signInWithPassword()
    granted(await at.request('operatorGiveCode', { code: ` ${code.toLowerCase().replaceAll('-', '')}` }))
    const again = await signInWithPassword()
    expect(await again.request('operatorGiveCode', { code })).toMatchObject({ code: 'codeRefused' })
  })

  it('limits tries, also simultaneous ones', async () => {
    const { authenticator } = await world.signedIn()
    const at = await signInWithPassword()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => at.request('operatorGiveCode', { code: '000000' })),
    )
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'codeRefused')).toHaveLength(5)
    expect(await at.request('operatorGiveCode', { code: authenticator.code() })).toMatchObject({
      code: 'signInTooOften',
    })
    world.clock.nowMs += 61_000
    granted(await at.request('operatorGiveCode', { code: authenticator.code() }))
    expect(granted(await at.request('operatorNotices', { state: 'open' })).notices).toMatchObject([
      { kind: 'operatorTries', subject: world.mail, text: expect.stringContaining('203.0.113.7'), times: 1 },
    ])
  })

  it('opens a new session: the cookie of the first step is worth nothing afterwards', async () => {
    const { authenticator } = await world.signedIn()
    const at = await signInWithPassword()
    const before = new Map(at.browser.cookies)
    granted(await at.request('operatorGiveCode', { code: authenticator.code() }))
    expect(at.browser.cookies).not.toEqual(before)
    for (const [name, value] of before) at.browser.cookies.set(name, value)
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })
})

describe('the first step', () => {
  it('answers the same to a wrong password and an unknown address, and counts both', async () => {
    const at = world.operatorBrowser()
    const wrong = await at.request('operatorSignIn', { mail: world.mail, password: 'wrong' })
    const nobody = await world
      .operatorBrowser('198.51.100.21')
      .request('operatorSignIn', { mail: 'nobody@office.example', password: 'wrong' })
    expect(wrong).toEqual(nobody)
    for (let n = 0; n < 4; n++) await at.request('operatorSignIn', { mail: world.mail, password: 'wrong' })
    expect(await at.request('operatorSignIn', { mail: world.mail, password: world.password })).toMatchObject({
      code: 'signInTooOften',
    })
  })

  it('lasts ten minutes without a code', async () => {
    const at = await signInWithPassword()
    world.clock.nowMs += 10 * 60_000
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })

  it("sets a cookie for operators' paths alone, hidden from scripts", async () => {
    const answer = await world.browser().fetch('/api/operator/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mail: world.mail, password: world.password }),
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^koyoi\.operator=[\w-]{43}; Path=\/api\/operator; HttpOnly; SameSite=Strict$/),
    ])
  })
})

describe('a session ends', () => {
  it('when nothing is done for a while, although the page polls', async () => {
    const at = await world.signedIn()
    world.clock.nowMs += operatorIdleMs - 60_000
    granted(await at.request('operatorAuditLog', {}))
    world.clock.nowMs += operatorIdleMs - 60_000
    granted(await at.request('operatorMe', {}))
    world.clock.nowMs += 60_000
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })

  it('after a working day', async () => {
    const at = await world.signedIn()
    const hours = async (count: number) => {
      for (let n = 0; n < count * 6; n++) {
        world.clock.nowMs += 10 * 60_000
        await at.request('operatorAuditLog', {})
      }
    }
    await hours(9)
    granted(await at.request('operatorMe', {}))
    await hours(1)
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })

  it('by signing out, also for a stolen cookie', async () => {
    const at = await world.signedIn()
    const kept = new Map(at.browser.cookies)
    granted(await at.request('operatorSignOut', {}))
    expect([...at.browser.cookies.keys()]).toEqual(['koyoi.operatorBrowser'])
    for (const [name, value] of kept) at.browser.cookies.set(name, value)
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })

  it('when the account is closed, even where a session of it is still open', async () => {
    const at = await world.signedIn()
    await world.context.sql`update operator set closed_at = now()`
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })

  it('when the operator is closed or reset; a reset one enrols again with another password', async () => {
    const at = await world.signedIn()
    const { password } = await world.context.db
      .transaction()
      .execute((tx) => resetOperator(world.context.now, tx, world.mail))
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
    expect(await at.request('operatorSignIn', { mail: world.mail, password: world.password })).toMatchObject({
      code: 'signInFailed',
    })
    expect(granted(await at.request('operatorSignIn', { mail: world.mail, password })).step).toBe('enrol')
    await world.context.db.transaction().execute((tx) => closeOperator(world.context.now, tx, world.mail))
    expect(await at.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
    expect(await at.request('operatorSignIn', { mail: world.mail, password })).toMatchObject({
      code: 'signInFailed',
    })
    expect((await world.audit()).map(({ action }) => action)).toEqual([
      'addOperator',
      'signIn',
      'resetOperator',
      'passwordRefused',
      'closeOperator',
    ])
  })
})

describe('in the demo, whose password is public,', () => {
  it('another site’s page can’t sign in by a name of its own that leads here', async () => {
    const demo = await createOperatorWorld({ DEMO: 'true', PUBLIC_URL: 'http://koyoi.example' })
    const signInAt = async (host: string) => {
      const answer = await demo.operatorBrowser().browser.fetch('/api/operator/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host, origin: `http://${host}` },
        body: JSON.stringify({ mail: demo.mail, password: demo.password }),
      })
      return { status: answer.status, cookie: answer.headers.get('set-cookie') }
    }
    try {
      expect(await signInAt('evil.example')).toEqual({ status: 421, cookie: null })
      for (const host of ['localhost:3000', '192.168.1.20:3000', 'koyoi.example'])
        expect((await signInAt(host)).status).toBe(200)
    } finally {
      await demo.close()
    }
  })
})
