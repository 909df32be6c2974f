import { sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { makeCertificate } from '#test/helpers/certificate-chain.ts'
import { createSoftwareAuthenticator, type Deviation } from '#test/helpers/software-authenticator.ts'
import { type AuthWorld, createAuthWorld, origin } from '../auth-world.ts'
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
  world = await createAuthWorld({ PUBLIC_URL: origin })
})
afterAll(() => world.close())

const notTaken = { type: 'error', code: 'passkeyNotTaken' }

/** Self-attestation, which some authenticators send whatever they are asked for. */
const vouchesForItself: Deviation = {
  format: 'packed',
  statement: (signed, key) =>
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(sign('sha256', signed, key))],
    ]),
}

const maker = makeCertificate('Koyoi Test', {
  isCa: false,
  subject: [
    ['2.5.4.6', 'JP'],
    ['2.5.4.10', 'Koyoi'],
    ['2.5.4.11', 'Authenticator Attestation'],
  ],
})
/** A valid attestation of the maker. */
const vouchedByMaker: Deviation = {
  format: 'packed',
  statement: (signed) =>
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(sign('sha256', signed, maker.privateKey))],
      ['x5c', [new Uint8Array(maker.der)]],
    ]),
}

it('accepts a new passkey with a self-attestation', async () => {
  const { browser } = await newcomer(world, 'しょうじき')
  const attestation = createSoftwareAuthenticator(origin).make(
    await creationOptions(browser),
    vouchesForItself,
  )
  expect(await finish(browser, attestation)).toMatchObject({ type: 'success' })
})

describe('a new passkey is refused', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://koyoi.example.net' }],
    ['from another port of this machine', { origin: 'http://localhost:8080' }],
    ['of another relying party', { rpId: 'koyoi.example.net' }],
    ['of a sister host', { rpId: 'evil.localhost' }],
    ['from within a frame', { isFramed: true }],
    ['without its user verified', { isUserVerified: false }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
    ['without a challenge', { challenge: '' }],
    ['out of a sign-in', { type: 'webauthn.get' }],
    ['with certificates that tell what device it is', vouchedByMaker],
    ['with an attestation that none may have', { ...vouchesForItself, format: 'none' }],
    ['of a format nobody knows', { format: 'koyoi' }],
  ])('%s', async (_name, deviation) => {
    const { browser } = await newcomer(world, 'わるいこ')
    const attestation = createSoftwareAuthenticator(origin).make(await creationOptions(browser), deviation)
    expect(await finish(browser, attestation)).toMatchObject(notTaken)
    expect((await passkeysOf(browser)).passkeys).toEqual([])
  })

  it('when its challenge is used twice', async () => {
    const { browser } = await newcomer(world, 'にどめ')
    const options = await creationOptions(browser)
    expect(await finish(browser, createSoftwareAuthenticator(origin).make(options))).toMatchObject({
      type: 'success',
    })
    expect(await finish(browser, createSoftwareAuthenticator(origin).make(options))).toMatchObject(notTaken)
  })

  it('when it answers another browser’s challenge', async () => {
    const ofBroadcaster = await newcomer(world, 'はな')
    const ofCaller = await newcomer(world, 'たろ')
    const attestation = createSoftwareAuthenticator(origin).make(await creationOptions(ofBroadcaster.browser))
    expect(await finish(ofCaller.browser, attestation)).toMatchObject(notTaken)
    // The challenge is used up for the broadcaster as well.
    expect(await finish(ofBroadcaster.browser, attestation)).toMatchObject(notTaken)
  })

  it('when another account has it, which keeps it', async () => {
    const ofBroadcaster = await newcomer(world, 'もちぬし')
    const { authenticator, passkey } = await addPasskey(ofBroadcaster.browser)
    const ofCaller = await newcomer(world, 'よこどり')
    const mine = createSoftwareAuthenticator(origin)
    const attestation = mine.make(await creationOptions(ofCaller.browser))
    const broadcaster = await world.database.db
      .selectFrom('passkey')
      .select('credential_id')
      .where('id', '=', passkey.id)
      .executeTakeFirstOrThrow()
    // The caller's key under the id of the broadcaster's credential, in all three places that contain the id.
    const own = Buffer.from(attestation.id, 'base64url')
    const object = Buffer.from(attestation.response.attestationObject, 'base64url')
    broadcaster.credential_id.copy(object, object.indexOf(own))
    const id = broadcaster.credential_id.toString('base64url')
    const forged = {
      ...attestation,
      id,
      rawId: id,
      response: { ...attestation.response, attestationObject: object.toString('base64url') },
    }
    expect(await finish(ofCaller.browser, forged)).toMatchObject(notTaken)
    expect((await passkeysOf(ofCaller.browser)).passkeys).toEqual([])
    const back = stranger(world)
    expect(await signInBy(back, authenticator)).toBeNull()
    expect((await back.session()).user?.id).toBe(ofBroadcaster.id)
  })

  it.each([{}, { id: 'x' }, { id: 'あ', rawId: 'あ', type: 'public-key', response: {} }])(
    'as %j',
    async (attestation) => {
      const { browser } = await newcomer(world, 'でたらめ')
      expect(await finish(browser, attestation)).toMatchObject({ code: 'badInput' })
    },
  )

  it('when it is unreadable', async () => {
    const { browser } = await newcomer(world, 'でたらめ')
    const attestation = createSoftwareAuthenticator(origin).make(await creationOptions(browser))
    const garbled = { ...attestation.response, attestationObject: 'AAAA' }
    expect(await finish(browser, { ...attestation, response: garbled })).toMatchObject(notTaken)
    expect(
      await finish(browser, { ...attestation, response: { ...garbled, clientDataJSON: 'AAAA' } }),
    ).toMatchObject(notTaken)
  })
})

describe('a passkey sign-in is refused', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://koyoi.example.net' }],
    ['for another relying party', { rpId: 'koyoi.example.net' }],
    ['from within a frame', { isFramed: true }],
    ['without being verified', { isUserVerified: false }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
    ['by what a registration signs', { type: 'webauthn.create' }],
    ['without a user', { userHandle: undefined }],
    ['as another user', { userHandle: 'A'.repeat(43) }],
    ['by a key that can suddenly be copied no more', { isBackupEligible: false }],
  ])('%s', async (_name, deviation) => {
    const { browser } = await newcomer(world, 'まじめ')
    const { authenticator } = await addPasskey(browser)
    const visitor = stranger(world)
    expect(await signInBy(visitor, authenticator, deviation)).toBe(refusedSignIn)
    expect((await visitor.session()).user).toBeUndefined()
    expect(await signInBy(visitor, authenticator)).toBeNull()
  })

  it('when an assertion is used twice, or another one answers its challenge', async () => {
    const { browser } = await newcomer(world, 'くりかえし')
    const { authenticator } = await addPasskey(browser)
    const visitor = stranger(world)
    const options = await requestOptions(visitor)
    const assertion = authenticator.sign(options)
    expect(await sendAssertion(visitor, assertion)).toBeNull()
    expect(await sendAssertion(visitor, assertion)).toBe(refusedSignIn)
    expect(await sendAssertion(visitor, authenticator.sign(options))).toBe(refusedSignIn)
  })

  it('for one of two equal assertions at once', async () => {
    const { browser } = await newcomer(world, 'どうじ')
    const { authenticator } = await addPasskey(browser)
    const visitor = stranger(world)
    await visitor.fetch('/api/auth/csrf')
    const assertion = authenticator.sign(await requestOptions(visitor))
    const answers = await Promise.all([sendAssertion(visitor, assertion), sendAssertion(visitor, assertion)])
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  it('in another browser than the one that asked: a stolen assertion opens nothing', async () => {
    const { browser } = await newcomer(world, 'ぬすまれた')
    const { authenticator } = await addPasskey(browser)
    const thief = stranger(world)
    await requestOptions(thief)
    const assertion = authenticator.sign(await requestOptions(stranger(world)))
    expect(await sendAssertion(thief, assertion)).toBe(refusedSignIn)
    expect(await sendAssertion(stranger(world), assertion)).toBe(refusedSignIn)
  })

  it('for a copy of the key whose counter is behind', async () => {
    const { browser } = await newcomer(world, 'うつし')
    const { authenticator } = await addPasskey(browser)
    const copy = authenticator.copy()
    expect(await signInBy(stranger(world), authenticator)).toBeNull()
    expect(await signInBy(stranger(world), copy)).toBe(refusedSignIn)
    expect(await signInBy(stranger(world), authenticator)).toBeNull()
  })

  it('for one of a key and its copy at the same moment', async () => {
    const { browser } = await newcomer(world, 'ふたり')
    const { authenticator } = await addPasskey(browser)
    const copy = authenticator.copy()
    const visitors = [stranger(world), stranger(world)] as const
    const assertions = [
      authenticator.sign(await requestOptions(visitors[0])),
      copy.sign(await requestOptions(visitors[1])),
    ] as const
    const answers = await Promise.all([
      sendAssertion(visitors[0], assertions[0]),
      sendAssertion(visitors[1], assertions[1]),
    ])
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  it('for a valid key under another member’s credential', async () => {
    const ofBroadcaster = await newcomer(world, 'えもの')
    const { authenticator: broadcasterKey } = await addPasskey(ofBroadcaster.browser)
    const ofCaller = await newcomer(world, 'かりうど')
    const { authenticator: callerKey } = await addPasskey(ofCaller.browser)
    const visitor = stranger(world)
    const options = await requestOptions(visitor)
    const broadcasterSigned = broadcasterKey.copy().sign(options)
    const callerSigned = callerKey.sign(options)
    const forged = {
      ...callerSigned,
      id: broadcasterSigned.id,
      rawId: broadcasterSigned.id,
      response: { ...callerSigned.response, userHandle: broadcasterSigned.response.userHandle },
    }
    expect(await sendAssertion(visitor, forged)).toBe(refusedSignIn)
  })

  it.each(['', 'null', '[]', '{}', 'x', '{"id":"あ"}', '['.repeat(4_000)])('for %.20s', async (written) => {
    const visitor = stranger(world)
    await requestOptions(visitor)
    expect(await sendAssertion(visitor, written)).toBe(refusedSignIn)
  })

  it('for a passkey of the demo where there is no demo', async () => {
    const { browser, id } = await newcomer(world, 'デモのひと')
    const { authenticator } = await addPasskey(browser)
    await world.database.db.updateTable('member').set({ is_demo: true }).where('id', '=', id).execute()
    expect(await signInBy(stranger(world), authenticator)).toBe(refusedSignIn)
  })
})

describe('limits', () => {
  it('hold a network for 60 s after five failures, whatever keys they were tried with', async () => {
    const { browser } = await newcomer(world, 'せいげん')
    const { authenticator } = await addPasskey(browser)
    const visitor = stranger(world)
    for (let tries = 0; tries < 5; tries += 1) expect(await sendAssertion(visitor, '{}')).toBe(refusedSignIn)
    expect(await signInBy(visitor, authenticator)).toBe(refusals.signInTooOften.message)
    world.clock.nowMs += 60_000
    expect(await signInBy(visitor, authenticator)).toBeNull()
  })

  it('hold a browser that only ever requests challenges', async () => {
    const visitor = stranger(world)
    const answers = []
    for (let tries = 0; tries < 121; tries += 1)
      answers.push(await request(visitor, '/api/begin-passkey-sign-in'))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(120)
    expect(answers.at(-1)).toMatchObject({ code: 'tooManyRequests' })
  })
})

it('stores no challenge, cookie or key that opens anything', async () => {
  const { browser } = await newcomer(world, 'ひみつ')
  await addPasskey(browser)
  const visitor = stranger(world)
  const { challenge } = await requestOptions(visitor)
  const mark = visitor.cookies.get('koyoi.passkey-challenge') ?? 'none'
  const rows = await world.database.db.selectFrom('passkey_challenge').selectAll().execute()
  const kept = rows.flatMap((row) => [
    row.challenge_hash.toString('base64url'),
    row.holder_hash.toString('base64url'),
  ])
  expect(kept.length).toBeGreaterThan(0)
  expect(kept).not.toContain(challenge)
  expect(kept).not.toContain(mark)
  expect(world.logged.join('')).not.toContain(challenge)
})

describe('without PUBLIC_URL', () => {
  it.each([
    ['localhost:3000', 'success'],
    ['127.0.0.1:3000', 'passkeysUnavailable'],
    ['koyoi.example', 'passkeysUnavailable'],
    ['', 'passkeysUnavailable'],
  ])(
    'a browser whose host is %j gets the relying party %s, whatever proxies claim',
    async (host, expected) => {
      const local = await createAuthWorld()
      const headers = { 'x-forwarded-host': 'localhost', ...(host ? { host } : {}) }
      const answer = await request(local.browser(), '/api/begin-passkey-sign-in', {}, headers)
      expect(answer.code ?? answer.type).toBe(expected)
      await local.close()
    },
  )
})
