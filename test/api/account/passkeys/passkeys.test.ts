import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import type { AcceptedPasskeys, PasskeyRequestOptions } from '#contract/account/passkeys.ts'
import { deleteOldSignIns } from '#server/account/jobs.ts'
import { erasePasskeys, passkeysOfMember } from '#server/account/passkeys/queries.ts'
import { createSoftwareAuthenticator } from '#test/helpers/software-authenticator.ts'
import { type AuthWorld, type Browser, createAuthWorld, origin, signInForm, taro } from '../auth-world.ts'
import {
  addPasskey,
  creationOptions,
  finish,
  newcomer,
  passkeysOf,
  refusedSignIn,
  request,
  requestOptions,
  sendAssertion,
  signInBy,
  stranger,
} from './passkey-steps.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await createAuthWorld({
    PUBLIC_URL: origin,
    // Nothing sends the queued mails.
    SMTP_URL: 'smtp://localhost:9',
    MAIL_FROM: 'no-reply@koyoi.example',
  })
})
afterAll(() => world.close())

const iphone = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
}

const noticesOf = async (browser: Browser) => {
  const { notifications } = await request<{ notifications: { about: object }[] }>(
    browser,
    '/api/get-notifications',
  )
  return notifications.map(({ about }) => about)
}

/** Taro has a password and a mail address. */
const taroIn = async (): Promise<Browser> => {
  const browser = stranger(world)
  await browser.post('/api/auth/callback/login', signInForm())
  return browser
}

describe('a nickname account', () => {
  it('gets a passkey and signs in by it from an unknown browser', async () => {
    const { browser, id } = await newcomer(world, 'ゆうた')
    const cookieBefore = browser.cookies.get('next-auth.session-token')
    const tokenBefore = (await browser.session()).user?.token
    const authenticator = createSoftwareAuthenticator(origin)
    const options = await creationOptions(browser)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: '今宵 Koyoi' },
      user: { name: `ゆうた（ID ${id}）`, displayName: 'ゆうた' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    const registered = await request(
      browser,
      '/api/finish-passkey-registration',
      { attestation: authenticator.make(options) },
      iphone,
    )
    expect(registered).toMatchObject({
      type: 'success',
      passkey: { name: 'iPhone', isBackedUp: true, lastUsedAt: null },
    })

    // The session is rotated: another cookie and token.
    expect(browser.cookies.get('next-auth.session-token')).not.toBe(cookieBefore)
    expect((await browser.session()).user).toMatchObject({ id })
    expect((await browser.session()).user?.token).not.toBe(tokenBefore)
    expect(await noticesOf(browser)).toContainEqual({
      kind: 'passkeyAdded',
      deviceName: 'iOS 18',
      isThisDevice: true,
    })

    await browser.post('/api/auth/signout')
    const another = stranger(world)
    expect(await signInBy(another, authenticator)).toBeNull()
    expect((await another.session()).user).toMatchObject({ id, name: 'ゆうた' })
    expect(await passkeysOf(another)).toMatchObject({
      passkeys: [{ name: 'iPhone', lastUsedAt: new Date(world.clock.nowMs).toISOString() }],
      areOnlyRecoveryMethod: true,
    })
  })

  it('has one session per browser: the former session ends', async () => {
    const { browser } = await newcomer(world, 'ひろ')
    const { authenticator } = await addPasskey(browser)
    const before = new Map(browser.cookies)
    expect(await signInBy(browser, authenticator)).toBeNull()
    const left = world.browser()
    for (const [name, value] of before) left.cookies.set(name, value)
    expect((await left.session()).user).toBeUndefined()
  })

  it('signs in again and again, also by a passkey without a counter', async () => {
    const { browser, id } = await newcomer(world, 'だいき')
    const counting = await addPasskey(browser)
    const still = await addPasskey(browser, createSoftwareAuthenticator(origin, { counts: false }))
    for (const { authenticator } of [counting, still, counting, still]) {
      const another = stranger(world)
      expect(await signInBy(another, authenticator)).toBeNull()
      expect((await another.session()).user?.id).toBe(id)
    }
  })

  it('has five minutes for each step', async () => {
    const { browser } = await newcomer(world, 'けい')
    const { authenticator } = await addPasskey(browser)
    const another = stranger(world)
    const options = await requestOptions(another)
    const creation = await creationOptions(browser)
    world.clock.nowMs += 5 * 60_000
    expect(
      await request(browser, '/api/finish-passkey-registration', {
        attestation: authenticator.copy().make(creation),
      }),
    ).toMatchObject({ code: 'passkeyNotTaken' })
    expect(await sendAssertion(another, authenticator.sign(options))).toBe(refusedSignIn)
    await deleteOldSignIns(world.context)
    expect(await world.database.db.selectFrom('passkey_challenge').selectAll().execute()).toEqual([])
  })

  it('has at most ten passkeys, one per authenticator', async () => {
    const { browser } = await newcomer(world, 'そうた')
    for (let made = 0; made < 10; made += 1) {
      expect((await creationOptions(browser)).excludeCredentials).toHaveLength(made)
      await addPasskey(browser)
    }
    expect(await request(browser, '/api/begin-passkey-registration')).toMatchObject({ code: 'passkeysFull' })
    expect((await passkeysOf(browser)).passkeys).toHaveLength(10)
  })

  it('has ten although two more are made at once', async () => {
    const { browser } = await newcomer(world, 'りく')
    for (let made = 0; made < 9; made += 1) await addPasskey(browser)
    const made = [await creationOptions(browser), await creationOptions(browser)].map((options) =>
      createSoftwareAuthenticator(origin).make(options),
    )
    const answers = await Promise.all(made.map((attestation) => finish(browser, attestation)))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect((await passkeysOf(browser)).passkeys).toHaveLength(10)
  })
})

describe('the list of passkeys', () => {
  it('accepts a new name, and other members can neither rename nor delete a passkey', async () => {
    const { browser } = await newcomer(world, 'れん')
    const { passkey } = await addPasskey(browser)
    const { browser: other } = await newcomer(world, 'よそのひと')
    const rename = (who: Browser, name: string) =>
      request(who, '/api/rename-passkey', { passkeyId: passkey.id, name })
    expect(await rename(browser, ' 仕事用の📱 ')).toMatchObject({ passkey: { name: '仕事用の📱' } })
    expect(await rename(other, 'わたしの')).toMatchObject({ code: 'notFound' })
    expect(await rename(browser, '  ')).toMatchObject({ code: 'passkeyNameEmpty' })
    expect(await rename(browser, 'あ'.repeat(31))).toMatchObject({ code: 'passkeyNameTooLong' })
    expect(await rename(browser, 'a\u202eb')).toMatchObject({ code: 'nameNotShown' })
    const remove = { passkeyId: passkey.id, endsLastRecoveryMethod: true }
    expect(await request(other, '/api/delete-passkey', remove)).toMatchObject({ code: 'notFound' })
    expect((await passkeysOf(other)).passkeys).toEqual([])
    expect((await passkeysOf(browser)).passkeys).toMatchObject([{ name: '仕事用の📱' }])
  })

  it('deletes the last recovery method only after confirmation', async () => {
    const { browser } = await newcomer(world, 'みなと')
    const first = await addPasskey(browser)
    const second = await addPasskey(browser)
    const remove = (passkeyId: string, endsLastRecoveryMethod?: boolean) =>
      request<{ accepted: AcceptedPasskeys }>(browser, '/api/delete-passkey', {
        passkeyId,
        endsLastRecoveryMethod,
      })
    const removed = await remove(first.passkey.id)
    expect(removed).toMatchObject({ type: 'success', accepted: { rpId: 'localhost' } })
    expect(removed.accepted.credentialIds).toHaveLength(1)
    expect(await remove(second.passkey.id)).toMatchObject({ code: 'passkeyIsLastRecoveryMethod' })
    expect(await passkeysOf(browser)).toMatchObject({ passkeys: [{ id: second.passkey.id }] })
    expect(await remove(second.passkey.id, true)).toMatchObject({ type: 'success' })
    expect(await passkeysOf(browser)).toMatchObject({ passkeys: [], areOnlyRecoveryMethod: false })
    expect(await signInBy(stranger(world), second.authenticator)).toBe(refusedSignIn)
    expect(await noticesOf(browser)).toContainEqual({
      kind: 'passkeyDeleted',
      deviceName: '不明な端末',
      isThisDevice: true,
    })
  })

  it('loses one of two that are deleted at once', async () => {
    const { browser } = await newcomer(world, 'かい')
    const both = [await addPasskey(browser), await addPasskey(browser)]
    const answers = await Promise.all(
      both.map(({ passkey }) => request(browser, '/api/delete-passkey', { passkeyId: passkey.id })),
    )
    expect(answers.map(({ code }) => code ?? 'deleted').sort()).toEqual([
      'deleted',
      'passkeyIsLastRecoveryMethod',
    ])
  })

  it('does not warn a member who has a password, and sends a mail', async () => {
    const browser = await taroIn()
    const { passkey } = await addPasskey(browser)
    expect(await passkeysOf(browser)).toMatchObject({ areOnlyRecoveryMethod: false })
    expect(await request(browser, '/api/delete-passkey', { passkeyId: passkey.id })).toMatchObject({
      type: 'success',
    })
    const mails = await world.database.db
      .selectFrom('outgoing_mail')
      .select(['recipient', 'subject'])
      .where('member_id', '=', taro.id)
      .orderBy('subject')
      .execute()
    expect(mails).toEqual([
      { recipient: taro.email, subject: '【今宵】パスキーが削除されました' },
      { recipient: taro.email, subject: '【今宵】パスキーが追加されました' },
    ])
  })

  it('is part of the export, and of the erasure', async () => {
    const { browser, id } = await newcomer(world, 'さようなら')
    const { authenticator } = await addPasskey(browser)
    expect(await passkeysOfMember(world.database.db, id)).toMatchObject([{ name: 'パスキー' }])
    await world.database.db.transaction().execute((tx) => erasePasskeys(tx, id))
    expect(await passkeysOfMember(world.database.db, id)).toEqual([])
    expect(await signInBy(stranger(world), authenticator)).toBe(refusedSignIn)
  })
})

describe('a proof of identity', () => {
  const begin = (browser: Browser) =>
    request<{ options: PasskeyRequestOptions }>(browser, '/api/begin-passkey-identity-proof')
  const prove = (browser: Browser, assertion: object) =>
    request(browser, '/api/prove-identity-by-passkey', { assertion })

  it('is required of a member with a passkey, and given by it', async () => {
    const { browser } = await newcomer(world, 'しょう')
    const ways = () => request(browser, '/api/get-identity-proof-ways')
    expect(await ways()).toMatchObject({ hasPassword: false, hasPasskey: false })
    const { authenticator } = await addPasskey(browser)
    expect(await ways()).toMatchObject({ hasPassword: false, hasPasskey: true })
    world.clock.nowMs += identityProofLifeMs
    expect(await request(browser, '/api/begin-passkey-registration')).toMatchObject({
      code: 'identityProofNeeded',
    })
    const before = browser.cookies.get('next-auth.session-token')
    const { options } = await begin(browser)
    expect(options.allowCredentials).toMatchObject([{ transports: ['internal', 'hybrid'] }])
    expect(await prove(browser, authenticator.sign(options, { userHandle: undefined }))).toEqual({
      type: 'success',
    })
    expect(browser.cookies.get('next-auth.session-token')).not.toBe(before)
    expect((await addPasskey(browser)).passkey.name).toBe('パスキー')
  })

  it('is not given by another member’s passkey, nor in another session, nor as a sign-in', async () => {
    const ofCaller = await newcomer(world, 'たく')
    const { authenticator } = await addPasskey(ofCaller.browser)
    const ofBroadcaster = await newcomer(world, 'はな')
    const { authenticator: broadcasterKey } = await addPasskey(ofBroadcaster.browser)
    const refused = { code: 'passkeyProofFailed' }
    expect(
      await prove(ofCaller.browser, broadcasterKey.sign((await begin(ofCaller.browser)).options)),
    ).toMatchObject(refused)
    const { options } = await begin(ofBroadcaster.browser)
    expect(await prove(ofCaller.browser, authenticator.sign(options))).toMatchObject(refused)
    const visitor = stranger(world)
    const signIn = await requestOptions(visitor)
    expect(await prove(ofCaller.browser, authenticator.sign(signIn))).toMatchObject(refused)
    const proof = (await begin(ofCaller.browser)).options
    expect(await sendAssertion(visitor, authenticator.sign(proof))).toBe(refusedSignIn)
  })

  it('cannot begin without a passkey', async () => {
    const { browser } = await newcomer(world, 'なし')
    expect(await begin(browser)).toMatchObject({ code: 'passkeyProofFailed' })
  })

  it('is refused to a network that failed five times', async () => {
    const { browser } = await newcomer(world, 'しつこい')
    const { authenticator } = await addPasskey(browser)
    for (let tries = 0; tries < 5; tries += 1)
      await prove(browser, authenticator.sign((await begin(browser)).options, { isUserVerified: false }))
    expect(await prove(browser, authenticator.sign((await begin(browser)).options))).toMatchObject({
      code: 'signInTooOften',
    })
  })
})
