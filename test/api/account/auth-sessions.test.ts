import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { revokeAllSessionsInTx, revokeSession } from '#server/account/actions/revoke-session.ts'
import { deleteOldSignIns } from '#server/account/jobs.ts'
import { sessionKeyOf } from '#server/credentials/opaque-cookie.ts'
import { createSessions } from '#server/members/sessions.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  createBrowser,
  signInForm,
  taro,
} from './auth-world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const sessionCookie = 'next-auth.session-token'

let world: AuthWorld

beforeAll(async () => {
  world = await createAuthWorld()
})
beforeEach(async () => {
  await world.database.db.deleteFrom('session').execute()
})
afterAll(() => world.close())

const signedIn = async (browser: Browser = world.browser()): Promise<Browser> => {
  const { status } = await browser.post('/api/auth/callback/login', signInForm())
  expect(status).toBe(200)
  return browser
}

const cookieHeader = (browser: Browser): string => `${sessionCookie}=${browser.cookies.get(sessionCookie)}`
const keyOf = (browser: Browser): string => sessionKeyOf(browser.cookies.get(sessionCookie) ?? '')
const rows = () => world.database.db.selectFrom('session').selectAll().execute()

describe('a session', () => {
  it('contains the member’s id and name, and nothing more', async () => {
    const browser = await signedIn()
    expect(await browser.session()).toEqual({
      user: {
        id: taro.id,
        name: taro.name,
        token: expect.stringMatching(/^[\w-]{43}$/),
        isFirstRegister: false,
      },
      expires: new Date(world.clock.nowMs + 30 * dayMs).toISOString(),
    })
  })

  it('stores in the table nothing that opens a session', async () => {
    const browser = await signedIn()
    const value = browser.cookies.get(sessionCookie) ?? ''
    const { user } = await browser.session()
    const [row] = await rows()
    expect(value).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(row)).not.toContain(value)
    expect(row?.id_hash.equals(Buffer.from(value, 'base64url'))).toBe(false)
    expect(user?.token).not.toBe(value)
    const impostor = world.browser()
    for (const guess of [user?.token ?? '', row?.id_hash.toString('base64url') ?? '']) {
      impostor.cookies.set(sessionCookie, guess)
      expect(await impostor.session()).toEqual({})
    }
  })

  it('lives 30 days from its last use', async () => {
    const browser = await signedIn()
    world.clock.nowMs += 29 * dayMs
    expect(await browser.session()).toMatchObject({
      expires: new Date(world.clock.nowMs + 30 * dayMs).toISOString(),
    })
    world.clock.nowMs += 29 * dayMs
    expect(await world.context.sessions.ofCookies(cookieHeader(browser))).toMatchObject({ memberId: taro.id })
    world.clock.nowMs += 30 * dayMs
    expect(await browser.session()).toEqual({})
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  })

  it('stores its new end at most every ten minutes', async () => {
    const browser = await signedIn()
    const opened = (await rows())[0]?.expires_at
    world.clock.nowMs += 9 * minuteMs
    await browser.session()
    expect((await rows())[0]?.expires_at).toEqual(opened)
    world.clock.nowMs += 2 * minuteMs
    await browser.session()
    expect((await rows())[0]?.expires_at).toEqual(new Date(world.clock.nowMs + 30 * dayMs))
  })

  it('is answered from memory, so that a poll costs no query', async () => {
    const browser = await signedIn()
    const first = await world.context.sessions.ofCookies(cookieHeader(browser))
    await world.database.sql`alter table session rename to session_away`
    expect(await world.context.sessions.ofCookies(cookieHeader(browser))).toEqual(first)
    world.clock.nowMs += minuteMs
    await expect(world.context.sessions.ofCookies(cookieHeader(browser))).rejects.toThrow('session')
    await world.database.sql`alter table session_away rename to session`
    expect(await world.context.sessions.ofCookies(cookieHeader(browser))).toMatchObject({ memberId: taro.id })
  })

  it.each([
    undefined,
    null,
    '',
    'a=b',
    `${sessionCookie}=`,
    `${sessionCookie}=short`,
    `${sessionCookie}=%00%ff`,
  ])('is a visitor’s for the Cookie header %j', async (header) => {
    expect(await world.context.sessions.ofCookies(header)).toBeNull()
  })
})

describe('the end of a session', () => {
  it('comes at once with a sign-out', async () => {
    const browser = await signedIn()
    const stolen = cookieHeader(browser)
    expect(await world.context.sessions.ofCookies(stolen)).not.toBeNull()
    await browser.post('/api/auth/signout', { callbackUrl: '/' })
    expect(await world.context.sessions.ofCookies(stolen)).toBeNull()
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  })

  it('reaches every process with the commit', async () => {
    const other = await world.startProcess()
    const browser = await signedIn()
    expect(await other.context.sessions.ofCookies(cookieHeader(browser))).toMatchObject({ memberId: taro.id })
    const received = new Promise<string>((resolve) => {
      other.context.events.subscribe((event) => {
        if (event.type === 'session:over') resolve(event.sessionKey)
      })
    })
    await revokeSession(world.context, keyOf(browser))
    expect(await received).toBe(keyOf(browser))
    expect(await other.context.sessions.ofCookies(cookieHeader(browser))).toBeNull()
  })

  it('comes for every device of a member, and for nobody else', async () => {
    const other = await world.browser()
    await other.post('/api/auth/callback/register', { name: 'ほかの人' })
    const devices = [await signedIn(), await signedIn(), await signedIn()]
    const { db, sessions } = world.context
    const ended = await db.transaction().execute((tx) => revokeAllSessionsInTx(world.context, tx, taro.id))
    for (const sessionKey of ended) sessions.evict(sessionKey)
    for (const device of devices) expect(await device.session()).toEqual({})
    expect(await other.session()).toMatchObject({ user: { name: 'ほかの人' } })
  })

  it('is not undone by a lookup that was running', async () => {
    const browser = await signedIn()
    const isRead = Promise.withResolvers<void>()
    const isHeldBack = Promise.withResolvers<void>()
    const slowDb = world.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        isRead.resolve()
        await isHeldBack.promise
        return result
      },
    })
    const sessions = createSessions({ ...world.context, db: slowDb, publicUrl: undefined })
    const underWay = sessions.ofCookies(cookieHeader(browser))
    await isRead.promise
    await revokeSession({ ...world.context, sessions }, keyOf(browser))
    isHeldBack.resolve()
    expect(await underWay).toBeNull()
    expect(await sessions.ofCookies(cookieHeader(browser))).toBeNull()
  })

  it('comes for the old session when the browser signs in again', async () => {
    const browser = await signedIn()
    const before = cookieHeader(browser)
    await signedIn(browser)
    expect(cookieHeader(browser)).not.toBe(before)
    expect(await world.context.sessions.ofCookies(before)).toBeNull()
    expect(await browser.session()).toMatchObject({ user: { id: taro.id } })
  })

  it('leaves no trace a week later', async () => {
    const browser = await signedIn()
    const kept = await signedIn()
    await revokeSession(world.context, keyOf(browser))
    await deleteOldSignIns(world.context)
    expect(await rows()).toHaveLength(2)
    world.clock.nowMs += 8 * dayMs
    await deleteOldSignIns(world.context)
    expect((await rows()).map((row) => row.id_hash.toString('base64url'))).toEqual([keyOf(kept)])
  })
})

describe('one-tap login', () => {
  const update = async (browser: Browser, data: unknown) => {
    const { csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    const response = await browser.fetch('/api/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrfToken, data }),
    })
    expect(response.status).toBe(200)
    return response.json()
  }

  it('renews the session of its browser', async () => {
    const browser = world.browser()
    await browser.post('/api/auth/callback/register', { name: 'はじめて' })
    const before = await browser.session()
    expect(before).toMatchObject({ user: { isFirstRegister: true } })
    world.clock.nowMs += minuteMs
    expect(await update(browser, { type: 'oneTapLogin' })).toEqual({
      user: { ...before.user, isFirstRegister: false },
      expires: new Date(world.clock.nowMs + 30 * dayMs).toISOString(),
    })
    expect(await browser.session()).toMatchObject({ user: { isFirstRegister: false } })
  })

  it('opens nothing for a visitor, nor for a session that is over', async () => {
    const visitor = world.browser()
    expect(await update(visitor, { type: 'oneTapLogin' })).toEqual({})
    const browser = await signedIn()
    await revokeSession(world.context, keyOf(browser))
    expect(await update(browser, { type: 'oneTapLogin' })).toEqual({})
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  })

  it.each([[{ user: { id: '1', name: '別人' } }], [{ type: 'other' }], ['oneTapLogin'], [null], [[]]])(
    'changes nothing for the data %j',
    async (data) => {
      const browser = world.browser()
      await browser.post('/api/auth/callback/register', { name: 'はじめて' })
      const before = await browser.session()
      expect(await update(browser, data)).toEqual(before)
    },
  )
})

it('get-my-user-info returns the member of the session', async () => {
  const browser = await signedIn()
  const request = () =>
    browser.fetch('/api/get-my-user-info', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  expect(await (await request()).json()).toMatchObject({
    type: 'success',
    user: { id: taro.id, name: taro.name, role: 'caller', region: null, age: null, hasPassword: true },
  })
  await browser.post('/api/auth/signout')
  const refused = await request()
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ message: 'ログインしていません' })
})

it('serves one browser from every process', async () => {
  const other = await world.startProcess()
  const browser = await signedIn()
  const elsewhere = createBrowser(other.serve)
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  expect(await elsewhere.session()).toEqual(await browser.session())
  expect((await elsewhere.post('/api/auth/signout')).status).toBe(200)
})
