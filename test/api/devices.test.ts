import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf, RequestOf } from '../../contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '../../contract/index.ts'
import { forgetOldSignIns } from '../../server/account/jobs.ts'
import { hashPassword } from '../../server/account/passwords.ts'
import {
  type AuthProcess,
  type AuthWorld,
  type Browser,
  createAuthWorld,
  createBrowser,
  registrationForm,
  signInForm,
} from './auth-world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const password = 'yoru-no-hana'
const sessionCookie = 'next-auth.session-token'

const agents = {
  phone: 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
}

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

let addresses = 0
/** A browser that says what it is. */
const browserCalled = (userAgent: string, { serve }: Pick<AuthProcess, 'serve'> = world): Browser => {
  addresses += 1
  const named = (request: Request, address: string) => {
    request.headers.set('user-agent', userAgent)
    return serve(request, address)
  }
  return createBrowser(named, undefined, `198.51.100.${addresses}`)
}

const ask = async <Name extends EndpointName>(
  browser: Browser,
  name: Name,
  input: RequestOf<Endpoints[Name]>,
) => {
  const response = await browser.fetch(endpoints[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await response.json()) as OutputOf<Endpoints[Name]> | { type: 'error'; code: string }
}

const devicesIn = async (browser: Browser) => {
  const answer = await ask(browser, 'getDevices', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.devices
}

const noticesIn = async (browser: Browser) => {
  const answer = await ask(browser, 'getNotifications', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.notifications
}

const passwordHash = hashPassword(password)

/** Somebody who registered by nickname on a phone and has a mail address and a password since. */
const newMember = async () => {
  const phone = browserCalled(agents.phone)
  await phone.post('/api/auth/callback/register', registrationForm('花子'))
  const id = (await phone.session()).user?.id ?? ''
  const email = `${randomInt(1_000_000_000)}@example.jp`
  await world.database.db
    .updateTable('member')
    .set({ email, password_hash: await passwordHash })
    .where('id', '=', id)
    .execute()
  return { id, email, phone }
}

const signIn = async (browser: Browser, email: string): Promise<Browser> => {
  expect((await browser.post('/api/auth/callback/login', signInForm(password, email))).status).toBe(200)
  return browser
}

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.session()).user !== undefined

const mailsTo = async (email: string): Promise<string[]> => {
  const rows = await world.database
    .sql`select subject || ' ' || body as mail from outgoing_mail where recipient = ${email}`
  return rows.map(({ mail }) => mail as string)
}

describe('the list of devices', () => {
  it('names where one is signed in, this device first, and tells neither key nor address', async () => {
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

  it('keeps a device s name and first time when it signs in again or its session goes on under another cookie', async () => {
    const { email, phone } = await newMember()
    const [before] = await devicesIn(phone)
    world.clock.nowMs += dayMs
    await signIn(phone, email)
    expect(await devicesIn(phone)).toEqual([
      { ...before, id: expect.any(String), lastUsedAt: new Date(world.clock.nowMs).toISOString() },
    ])
    const [again] = await devicesIn(phone)
    await ask(phone, 'signOutOtherDevices', {})
    expect(await devicesIn(phone)).toEqual([again])
  })

  it('is the viewer s own, and a visitor has none', async () => {
    const { phone } = await newMember()
    const { phone: another } = await newMember()
    expect(await devicesIn(phone)).toHaveLength(1)
    expect((await devicesIn(another))[0]?.id).not.toBe((await devicesIn(phone))[0]?.id)
    expect(await ask(browserCalled(agents.desk), 'getDevices', {})).toMatchObject({ code: 'notLoggedIn' })
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
    expect(await ask(phone, 'signOutDevice', { deviceId: deskId })).toEqual({ type: 'success' })

    await sessionOver
    expect(await isSignedIn(desk)).toBe(false)
    expect(await isSignedIn(tablet)).toBe(true)
    expect(await isSignedIn(phone)).toBe(true)
    expect(await ask(phone, 'signOutDevice', { deviceId: deskId })).toMatchObject({ code: 'notFound' })
    beside.context.mailer.stop()
  })

  it('finds another member s device as little as one that isn t there', async () => {
    const { phone } = await newMember()
    const { phone: hers } = await newMember()
    const deviceId = (await devicesIn(hers))[0]?.id ?? ''
    const answer = await ask(phone, 'signOutDevice', { deviceId })
    expect(answer).toMatchObject({ code: 'notFound' })
    expect(answer).toEqual(await ask(phone, 'signOutDevice', { deviceId: randomUUID() }))
    expect(await isSignedIn(hers)).toBe(true)
  })

  it('of all others leaves this one alone, under a cookie and a token that nobody knew', async () => {
    const { email, phone } = await newMember()
    const others = [
      await signIn(browserCalled(agents.desk), email),
      await signIn(browserCalled(agents.phone), email),
    ]
    const copied = phone.cookies.get(sessionCookie) ?? ''
    const { user } = await phone.session()

    expect(await ask(phone, 'signOutOtherDevices', {})).toEqual({ type: 'success', signedOut: 2 })
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect((await phone.session()).user).toMatchObject({ id: user?.id, token: expect.any(String) })
    expect((await phone.session()).user?.token).not.toBe(user?.token)
    const thief = browserCalled(agents.desk)
    thief.cookies.set(sessionCookie, copied)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await devicesIn(phone)).toHaveLength(1)
  })

  it.each([
    ['signOutDevice', { deviceId: randomUUID() }],
    ['signOutOtherDevices', {}],
  ] as const)('asks for proof a quarter of an hour after the sign-in: %s', async (name, input) => {
    const { phone, email } = await newMember()
    await signIn(phone, email)
    world.clock.nowMs += 15 * minuteMs
    expect(await ask(phone, name, input as never)).toMatchObject({ code: 'identityProofNeeded' })
  })
})

describe('a sign-in in a browser that the account has not been seen in', () => {
  it('is told of in the app and by mail; the browser itself takes it for no news', async () => {
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

  it('is no news where one registered, also after signing out there', async () => {
    const { email, phone } = await newMember()
    await phone.post('/api/auth/signout', { callbackUrl: '/' })
    await signIn(phone, email)
    expect(await noticesIn(phone)).toEqual([])
    expect(await mailsTo(email)).toEqual([])
  })

  it('is news again after that browser was signed out from elsewhere', async () => {
    const { email, phone } = await newMember()
    const desk = await signIn(browserCalled(agents.desk), email)
    const tablet = await signIn(browserCalled(agents.phone), email)
    const deskId = (await devicesIn(phone)).find(({ name }) => name.startsWith('Linux'))?.id ?? ''
    await ask(phone, 'signOutDevice', { deviceId: deskId })
    await signIn(desk, email)
    expect(await noticesIn(phone)).toHaveLength(3)
    await ask(phone, 'signOutOtherDevices', {})
    await signIn(tablet, email)
    await signIn(phone, email)
    expect(await noticesIn(phone)).toHaveLength(4)
  })

  it('is news again after 400 days without one', async () => {
    const { email, phone } = await newMember()
    const desk = await signIn(browserCalled(agents.desk), email)
    const cleanedUpAfter = (days: number) =>
      forgetOldSignIns({ ...world.context, now: () => world.clock.nowMs + days * dayMs })
    await cleanedUpAfter(399)
    await signIn(desk, email)
    expect(await noticesIn(desk)).toHaveLength(1)
    await cleanedUpAfter(401)
    await signIn(desk, email)
    expect(await noticesIn(await signIn(phone, email))).toHaveLength(3)
  })

  it('keeps of a browser nothing that names it', async () => {
    const { id, phone } = await newMember()
    const kept = await world.database.sql`select * from known_device where member_id = ${id}`
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(phone.cookies.get('koyoi.device') ?? 'none')
  })
})
