import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldSignIns } from '#server/account/jobs.ts'
import { rememberDevice } from '#server/members/known-devices.ts'
import { type AuthWorld, type Browser, createAuthWorld } from './auth-world.ts'
import { agents, browserSteps, request } from './browser-steps.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const sessionCookie = 'next-auth.session-token'

let world: AuthWorld
beforeAll(async () => {
  world = await createAuthWorld({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@koyoi.example',
    PUBLIC_URL: 'http://localhost',
  })
})
afterAll(async () => {
  world.context.mailer.stop()
  await world.close()
})

const { browserCalled, newcomer, newMember, signIn, devicesIn, noticesIn, mailsTo } = browserSteps(
  () => world,
)

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.session()).user !== undefined

describe('the list of devices', () => {
  it('names where the member is signed in, this device first, and contains neither key nor address', async () => {
    const { email, phone } = await newMember()
    world.clock.nowMs += minuteMs
    const desk = await signIn(browserCalled(agents.desk), email)
    const openedAt = world.clock.nowMs
    world.clock.nowMs += 30 * minuteMs
    await phone.session()

    const [here, there] = await devicesIn(desk)
    expect(here).toMatchObject({ name: 'Linux・Firefox 132', isMobile: false, isThisDevice: true })
    expect(there).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Android 14・Chrome 130',
      isMobile: true,
      isThisDevice: false,
      firstSeenAt: new Date(openedAt - minuteMs).toISOString(),
      lastUsedAt: new Date(world.clock.nowMs).toISOString(),
    })
    expect((await devicesIn(phone)).map(({ isThisDevice }) => isThisDevice)).toEqual([true, false])
    expect(JSON.stringify(await devicesIn(phone))).not.toContain(phone.address)
  })

  it('keeps a device’s name and first time when it signs in again or its session is rotated', async () => {
    const { email, phone } = await newMember()
    const [before] = await devicesIn(phone)
    world.clock.nowMs += dayMs
    await signIn(phone, email)
    expect(await devicesIn(phone)).toEqual([
      { ...before, id: expect.any(String), lastUsedAt: new Date(world.clock.nowMs).toISOString() },
    ])
    const [again] = await devicesIn(phone)
    await request(phone, 'signOutOtherDevices', {})
    expect(await devicesIn(phone)).toEqual([again])
  })

  it('is the viewer’s own, and a visitor has none', async () => {
    const { phone } = await newMember()
    const { phone: another } = await newMember()
    expect(await devicesIn(phone)).toHaveLength(1)
    expect((await devicesIn(another))[0]?.id).not.toBe((await devicesIn(phone))[0]?.id)
    expect(await request(browserCalled(agents.desk), 'getDevices', {})).toMatchObject({ code: 'notLoggedIn' })
  })
})

describe('signing out', () => {
  it('ends one device at once, in every process, and leaves the others', async () => {
    const beside = await world.startProcess()
    const { email, phone } = await newMember()
    const tablet = await signIn(browserCalled(agents.phone), email)
    const desk = await signIn(browserCalled(agents.desk, beside), email)
    expect(await isSignedIn(desk)).toBe(true)
    const sessionOver = new Promise<void>((resolve) => {
      beside.context.events.subscribe((event) => {
        if (event.type === 'session:over') resolve()
      })
    })
    const deskId = (await devicesIn(phone)).find(({ name }) => name.startsWith('Linux'))?.id ?? ''
    expect(await request(phone, 'signOutDevice', { deviceId: deskId })).toEqual({ type: 'success' })

    await sessionOver
    expect(await isSignedIn(desk)).toBe(false)
    expect(await isSignedIn(tablet)).toBe(true)
    expect(await isSignedIn(phone)).toBe(true)
    expect(await request(phone, 'signOutDevice', { deviceId: deskId })).toMatchObject({ code: 'notFound' })
    beside.context.mailer.stop()
  })

  it('refuses another member’s device like one that does not exist', async () => {
    const { phone } = await newMember()
    const { phone: ofBroadcaster } = await newMember()
    const deviceId = (await devicesIn(ofBroadcaster))[0]?.id ?? ''
    const answer = await request(phone, 'signOutDevice', { deviceId })
    expect(answer).toMatchObject({ code: 'notFound' })
    expect(answer).toEqual(await request(phone, 'signOutDevice', { deviceId: randomUUID() }))
    expect(await isSignedIn(ofBroadcaster)).toBe(true)
  })

  it('of all others leaves this one alone, under a new cookie and token', async () => {
    const { email, phone } = await newMember()
    const others = [
      await signIn(browserCalled(agents.desk), email),
      await signIn(browserCalled(agents.phone), email),
    ]
    const copied = phone.cookies.get(sessionCookie) ?? ''
    const { user } = await phone.session()

    expect(await request(phone, 'signOutOtherDevices', {})).toEqual({ type: 'success', signedOut: 2 })
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect((await phone.session()).user).toMatchObject({ id: user?.id, token: expect.any(String) })
    expect((await phone.session()).user?.token).not.toBe(user?.token)
    const thief = browserCalled(agents.desk)
    thief.cookies.set(sessionCookie, copied)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await devicesIn(phone)).toHaveLength(1)
  })

  it('of all others does not lose an account without a recovery method', async () => {
    const { id, phone } = await newcomer()
    const before = phone.cookies.get(sessionCookie) ?? ''
    expect(await request(phone, 'signOutOtherDevices', {})).toEqual({ type: 'success', signedOut: 0 })
    // As if the answer had not arrived.
    phone.cookies.set(sessionCookie, before)
    expect((await phone.session()).user?.id).toBe(id)
  })

  it.each([
    ['signOutDevice', { deviceId: randomUUID() }],
    ['signOutOtherDevices', {}],
  ] as const)('requires a proof a quarter of an hour after the sign-in: %s', async (name, input) => {
    const { phone, email } = await newMember()
    await signIn(phone, email)
    world.clock.nowMs += 15 * minuteMs
    expect(await request(phone, name, input as never)).toMatchObject({ code: 'identityProofNeeded' })
  })
})

describe('a sign-in in a browser that is new to the account', () => {
  it('is told of in the app and by mail, but not in the browser itself', async () => {
    const { email, phone } = await newMember()
    expect(await noticesIn(phone)).toEqual([])
    const desk = await signIn(browserCalled(agents.desk), email)
    const about = { kind: 'newSignIn', deviceName: 'Linux・Firefox 132' }
    expect(await noticesIn(phone)).toMatchObject([
      { isUnread: true, about: { ...about, isThisDevice: false } },
    ])
    expect(await noticesIn(desk)).toMatchObject([
      { isUnread: false, about: { ...about, isThisDevice: true } },
    ])
    expect(await mailsTo(email)).toEqual([
      expect.stringMatching(/新しい端末でログインがありました[\s\S]*花子 さん[\s\S]*Linux・Firefox 132/),
    ])

    await signIn(desk, email)
    expect(await noticesIn(phone)).toHaveLength(1)
  })

  it('is told of by mail three times an hour, and in the app each time', async () => {
    const { email, phone } = await newMember()
    for (let browsers = 0; browsers < 5; browsers += 1) await signIn(browserCalled(agents.desk), email)
    expect(await noticesIn(phone)).toHaveLength(5)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it('is not reported in the browser of the registration, also after signing out there', async () => {
    const { email, phone } = await newMember()
    await phone.post('/api/auth/signout', { callbackUrl: '/' })
    await signIn(phone, email)
    expect(await noticesIn(phone)).toEqual([])
    expect(await mailsTo(email)).toEqual([])
  })

  it('is reported again after that browser was signed out from elsewhere', async () => {
    const { email, phone } = await newMember()
    const desk = await signIn(browserCalled(agents.desk), email)
    const tablet = await signIn(browserCalled(agents.phone), email)
    const deskId = (await devicesIn(phone)).find(({ name }) => name.startsWith('Linux'))?.id ?? ''
    await request(phone, 'signOutDevice', { deviceId: deskId })
    await signIn(desk, email)
    expect(await noticesIn(phone)).toHaveLength(3)
    await request(phone, 'signOutOtherDevices', {})
    await signIn(tablet, email)
    await signIn(phone, email)
    expect(await noticesIn(phone)).toHaveLength(4)
  })

  it('is reported again after 400 days without one', async () => {
    const { email, phone } = await newMember()
    const desk = await signIn(browserCalled(agents.desk), email)
    const cleanedUpAfter = (days: number) =>
      deleteOldSignIns({ ...world.context, now: () => world.clock.nowMs + days * dayMs })
    await cleanedUpAfter(399)
    await signIn(desk, email)
    expect(await noticesIn(desk)).toHaveLength(1)
    await cleanedUpAfter(401)
    await signIn(desk, email)
    expect(await noticesIn(await signIn(phone, email))).toHaveLength(3)
  })

  it('stores nothing that identifies the browser', async () => {
    const { id, phone } = await newMember()
    const kept = await world.database.sql`select * from known_device where member_id = ${id}`
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(phone.cookies.get('koyoi.device') ?? 'none')
  })
})

it('limits how many browsers are remembered when every sign-in is in a new one', async () => {
  const { id } = await newcomer()
  const remember = (nth: number) =>
    world.database.db
      .transaction()
      .execute((tx) =>
        rememberDevice(tx, { memberId: id, deviceKey: `browser-${nth}` }, world.clock.nowMs + nth),
      )
  for (let nth = 1; nth <= 105; nth += 1) await remember(nth)
  const kept = await world.database.sql`select device_key from known_device where member_id = ${id}`
  expect(kept).toHaveLength(100)
  expect(await remember(105)).toEqual({ isKnown: true, knowsAny: true })
  expect(await remember(1)).toEqual({ isKnown: false, knowsAny: true })
})
