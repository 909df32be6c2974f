import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasePhone } from '#server/account/actions/remove-phone.ts'
import { phoneOfMember } from '#server/account/phone/phone-queries.ts'
import { type Browser, signInForm, taro } from '../auth-world.ts'
import {
  createPhoneWorld,
  idOf,
  newNumber,
  type PhoneWorld,
  phoneStatus,
  phoneSteps,
  post,
  requestCode,
  stranger,
  typeCode,
  wrongCode,
} from './phone-steps.ts'

const minuteMs = 60_000
let world: PhoneWorld
const { member, codesTo, newCode, verify } = phoneSteps(() => world)
beforeAll(async () => {
  world = await createPhoneWorld({ PUBLIC_URL: 'http://localhost' })
})
afterAll(() => world.close())

/** The member's notifications about the phone number, newest first. */
const alertsOf = async (browser: Browser): Promise<string[]> => {
  const { notifications } = (await post(browser, '/api/get-notifications', {})) as unknown as {
    notifications: { about: { kind: string } }[]
  }
  return notifications.map(({ about }) => about.kind).filter((kind) => kind.startsWith('phone'))
}
const point = async (browser: Browser) =>
  (await post(browser, '/api/get-my-point', {})) as unknown as { point: number }

describe('a member', () => {
  it('verifies a number, gets 200 points, and the session is rotated', async () => {
    const browser = await member()
    const before = (await point(browser)).point
    expect(await phoneStatus(browser)).toEqual({
      phone: null,
      pending: null,
      canSend: true,
      bonusPoints: 200,
    })
    const answer = await requestCode(browser, '０９０ー８７６５ー４３２１')
    const pending = { maskedNumber: '090-••••-4321', expiresInSec: 600, resendInSec: 60 }
    expect(answer).toEqual({ type: 'success', pending })
    const [code = ''] = await codesTo('09087654321')
    expect(world.twilio.received.at(-1)).toEqual({
      to: '+819087654321',
      from: '+815012345678',
      serviceSid: null,
      text: `【今宵】確認コードは ${code} です（10分間有効）。だれにも教えないでください。\n\n@localhost #${code}`,
    })
    world.clock.nowMs += 20_500
    expect(await phoneStatus(browser)).toMatchObject({
      pending: { ...pending, expiresInSec: 580, resendInSec: 40 },
    })

    const stolen = { ...browser, cookies: new Map(browser.cookies) }
    expect(await typeCode(browser, wrongCode(code))).toMatchObject({ code: 'phoneCodeWrong' })
    const wide = [...code].map((digit) => '０１２３４５６７８９'[Number(digit)]).join('')
    const at = new Date(world.clock.nowMs).toISOString()
    expect(await typeCode(browser, ` ${wide.slice(0, 3)} ${wide.slice(3)} `)).toEqual({
      type: 'success',
      phone: { maskedNumber: '090-••••-4321', verifiedAt: at },
      grantedPoints: 200,
    })
    expect((await point(browser)).point).toBe(before + 200)
    expect(await phoneStatus(browser)).toMatchObject({
      phone: { maskedNumber: '090-••••-4321', verifiedAt: at },
      pending: null,
      bonusPoints: 0,
    })
    const cookie = [...stolen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const old = await world.browser().fetch('/api/auth/session', { headers: { cookie } })
    expect(await old.json()).toEqual({})
  })

  it('has a separate lot for them, for 180 days', async () => {
    const browser = await member()
    await verify(browser, newNumber())
    const [lot] = await world.database.sql`
      select l.granted, l.kind, extract(day from l.expires_at - now())::int as days from lot l
      join transfer t on t.id = l.grant_transfer_id join account a on a.id = l.account_id
      where a.owner_id = ${await idOf(browser)} and t.purpose = 'phone'`
    expect(lot).toMatchObject({ granted: 200, kind: 'free', days: expect.toSatisfy((n) => n >= 179) })
  })

  it('changes the number and removes it; a second number brings no points', async () => {
    const browser = await member()
    const [first, second] = [newNumber(), newNumber()]
    await verify(browser, first)
    expect(await requestCode(browser, first)).toMatchObject({ code: 'phoneVerifiedAlready' })
    world.clock.nowMs += minuteMs
    expect(await verify(browser, second)).toMatchObject({ type: 'success', grantedPoints: 0 })
    expect(await phoneStatus(browser)).toMatchObject({
      phone: { maskedNumber: `090-••••-${second.slice(-4)}` },
    })
    world.clock.nowMs += minuteMs
    expect(await alertsOf(browser)).toEqual(['phoneChanged'])
    // A code on its way ends with the number.
    const code = await newCode(browser, first)
    for (const _ of [1, 2])
      expect(await post(browser, '/api/remove-phone-number', {})).toEqual({ type: 'success' })
    expect(await alertsOf(browser)).toEqual(['phoneRemoved', 'phoneChanged'])
    expect(await phoneStatus(browser)).toMatchObject({ phone: null, pending: null, bonusPoints: 0 })
    expect(await typeCode(browser, code)).toMatchObject({ code: 'phoneCodeGone' })
  })

  it.each(['03-1234-5678', '0990-123-456', '+1 202 555 0123', '', '0'.repeat(30)])(
    'is refused %j as a number that we do not text to',
    async (number) =>
      expect(await requestCode(await member(), number)).toMatchObject({ code: 'phoneNumberWrong' }),
  )

  it('is told what a code looks like, which counts as no attempt', async () => {
    const browser = await member()
    const code = await newCode(browser, newNumber())
    for (const typed of ['', '12345', 'abcdef', '1234567', '12345', '      '])
      expect(await typeCode(browser, typed)).toMatchObject({ code: 'phoneCodeMalformed' })
    expect(await typeCode(browser, code)).toMatchObject({ type: 'success' })
  })

  it('with a password proves their identity again for every change of the number', async () => {
    const browser = stranger(world)
    await browser.post('/api/auth/callback/login', signInForm())
    await verify(browser, newNumber())
    world.clock.nowMs += 15 * minuteMs
    for (const answer of [
      await requestCode(browser, newNumber()),
      await typeCode(browser, '123456'),
      await post(browser, '/api/remove-phone-number', {}),
    ])
      expect(answer).toMatchObject({ code: 'identityProofNeeded' })
    expect(await phoneStatus(browser)).toMatchObject({ phone: expect.anything() })
    await post(browser, '/api/prove-identity', { password: taro.password })
    expect(await requestCode(browser, newNumber())).toMatchObject({ type: 'success' })
  })
})

describe('a number of another account', () => {
  it('gets the same answers; only the person who reads its texts learns of it, and it stays where it is', async () => {
    const number = newNumber()
    const owner = await member()
    await verify(owner, number)
    const other = await member()
    const unknown = await requestCode(await member(), newNumber())
    const answer = await requestCode(other, number)
    expect({ ...answer.pending, maskedNumber: '' }).toEqual({ ...unknown.pending, maskedNumber: '' })
    const code = (await codesTo(number)).at(-1) ?? ''
    expect(await typeCode(other, wrongCode(code))).toMatchObject({ code: 'phoneCodeWrong' })
    expect(await typeCode(other, code)).toMatchObject({ code: 'phoneTaken' })
    expect(await typeCode(other, code)).toMatchObject({ code: 'phoneCodeGone' })
    expect(await phoneStatus(other)).toMatchObject({ phone: null })
    expect(await phoneStatus(owner)).toMatchObject({ phone: expect.anything() })
  })

  it('belongs to one account and brings its points once when two verify it at once', async () => {
    const number = newNumber()
    const both = await Promise.all([member(), member()])
    const codes = [await newCode(both[0], number), await newCode(both[1], number)]
    const answers = await Promise.all(both.map((browser, nth) => typeCode(browser, codes[nth] ?? '')))
    expect(answers.map((answer) => answer.code ?? 'taken').sort()).toEqual(['phoneTaken', 'taken'])
    expect(answers.map((answer) => answer.grantedPoints ?? 0).sort()).toEqual([0, 200])
  })

  it('may be verified once it is free, without points: a number brings them once', async () => {
    const number = newNumber()
    const first = await member()
    await verify(first, number)
    await post(first, '/api/remove-phone-number', {})
    const second = await member()
    expect(await verify(second, number)).toMatchObject({ type: 'success', grantedPoints: 0 })
    // The points of the account's own number are still to come.
    world.clock.nowMs += minuteMs
    expect(await verify(second, newNumber())).toMatchObject({ grantedPoints: 200 })
  })
})

describe('the endpoints under the path of the sign-in wire', () => {
  const raw = (init: RequestInit) => stranger(world).fetch('/api/auth/send-phone-auth-code', init)
  const json = { 'content-type': 'application/json' }

  it.each<[string, RequestInit, number, string]>([
    ['a visitor', { method: 'POST', headers: json, body: '{}' }, 401, 'notLoggedIn'],
    [
      'another site',
      { method: 'POST', headers: { ...json, origin: 'https://evil.example' } },
      403,
      'foreignOrigin',
    ],
    ['a GET', { method: 'GET' }, 405, 'methodNotAllowed'],
  ])('refuse %s like all our endpoints', async (_who, init, status, code) => {
    const response = await raw(init)
    expect([response.status, ((await response.json()) as Answered).code]).toEqual([status, code])
  })

  it('accept no form', async () => {
    const browser = await member()
    const response = await browser.fetch('/api/auth/send-phone-auth-code', {
      method: 'POST',
      body: new URLSearchParams({ phoneNumber: newNumber() }),
    })
    expect(((await response.json()) as Answered).code).toBe('malformedBody')
  })

  it('leave the wire its other paths', async () => {
    const response = await stranger(world).fetch('/api/auth/verify-phone-auth-code/x', { method: 'POST' })
    expect(response.status).toBe(400)
  })
})

interface Answered {
  code?: string
}

it('without an SMS service the product reports that it is unavailable, and stores nothing', async () => {
  const { sms } = world.context
  world.context.sms = { ...sms, isThere: false }
  const browser = await member()
  expect(await requestCode(browser, newNumber())).toMatchObject({ code: 'smsUnavailable' })
  expect(await phoneStatus(browser)).toMatchObject({ canSend: false })
  world.context.sms = sms
})

it('an erased member’s number is erased, and brings no points again', async () => {
  const browser = await member()
  const number = newNumber()
  await verify(browser, number)
  const id = await idOf(browser)
  const { db } = world.context
  expect(await phoneOfMember(world.context, db, id)).toEqual({
    phoneNumber: number,
    verifiedAt: expect.any(String),
  })
  await db.transaction().execute((tx) => erasePhone(tx, id))
  expect(await phoneOfMember(world.context, db, id)).toBeNull()
  const [row] = await world.database.sql`select phone_keys from member where id = ${id}`
  expect(row?.phone_keys).toEqual([])
  expect(await verify(await member(), number)).toMatchObject({ type: 'success', grantedPoints: 0 })
})
