import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { registrationsPerSiteMax } from '#domain/account/limits.ts'
import { insertFirstTexts } from '#server/legal/first-texts.ts'
import { agreementsOfMember } from '#server/legal/queries.ts'
import { pointOf } from '#server/points/queries.ts'
import { siteKey } from '#server/secrets/keyed-hash.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  createBrowser,
  registrationForm,
} from './auth-world.ts'

const hourMs = 60 * 60_000
const alreadyRegistered = 'すでに登録されています'

let world: AuthWorld

beforeAll(async () => {
  world = await createAuthWorld()
  await insertFirstTexts(world.context)
})
afterAll(() => world.close())

let addresses = 0
const stranger = (): Browser => {
  addresses += 1
  return world.browser(`198.51.100.${addresses}`)
}

/** The sentence with which a registration fails; null when it succeeds. */
const registerAs = async (browser: Browser, fields: Record<string, string> = {}): Promise<string | null> => {
  const form = { ...registrationForm('みなと'), ...fields }
  const { status, url } = await browser.post('/api/auth/callback/register', form)
  const error = url.searchParams.get('error')
  expect(status).toBe(error === null ? 200 : 401)
  return error
}

const memberOf = async (browser: Browser) => {
  const { user } = await browser.session()
  return world.database.db
    .selectFrom('member')
    .selectAll()
    .where('id', '=', user?.id ?? '')
    .executeTakeFirstOrThrow()
}

const countOf = async (table: 'member' | 'session' | 'registration') =>
  (await world.database.sql`select 1 from ${world.database.sql(table)}`).length

describe('registering by nickname', () => {
  it('makes a caller, opens the first session and grants 300 points', async () => {
    const browser = stranger()
    expect(await registerAs(browser, { name: ' みなと🌙 ' })).toBeNull()
    const { user } = await browser.session()
    expect(user).toEqual({
      id: expect.stringMatching(/^[1-9]\d{7}$/),
      name: 'みなと🌙',
      token: expect.stringMatching(/^[\w-]{43}$/),
      isFirstRegister: true,
    })
    expect(await memberOf(browser)).toMatchObject({
      role: 'caller',
      // The wire's fixed values are nobody's own.
      region: null,
      age: null,
      campaign_code: 'Organic',
      analytics_client_id: null,
      email: null,
      is_demo: false,
    })
    const agreedAt = new Date(world.clock.nowMs)
    expect(await agreementsOfMember(world.database.db, user?.id ?? '')).toEqual([
      { document: 'privacy', version: 1, agreedAt },
      { document: 'terms', version: 1, agreedAt },
    ])
    expect(await pointOf(world.database.db, user?.id ?? '')).toBe(300)
    expect(await world.database.sql`select * from ledger_check`).toHaveLength(0)
  })

  it('stores the campaign and analytics values that came with the form, and defaults for missing ones', async () => {
    const browser = stranger()
    await registerAs(browser, {
      region: '北海道',
      age: '46',
      cmCode: 'tw_2026-11',
      googleClientId: '123.456',
    })
    expect(await memberOf(browser)).toMatchObject({
      region: null,
      age: null,
      campaign_code: 'tw_2026-11',
      analytics_client_id: '123.456',
    })
    const plain = stranger()
    plain.cookies.set('cm_code', 'from-the-cookie')
    await registerAs(plain, { region: '', age: '', cmCode: '', googleClientId: '' })
    expect(await memberOf(plain)).toMatchObject({ region: null, age: null, campaign_code: 'from-the-cookie' })
    const odd = stranger()
    await registerAs(odd, { cmCode: '<script>', googleClientId: 'a\nb' })
    expect(await memberOf(odd)).toMatchObject({ campaign_code: 'Organic', analytics_client_id: null })
  })

  it.each([
    ['no name', { name: '' }, '名前は1文字以上で入力してください。'],
    ['a name of spaces', { name: ' 　 ' }, '名前は1文字以上で入力してください。'],
    ['21 characters', { name: 'あ'.repeat(21) }, '名前は20文字以内で入力してください。'],
    ['a name that turns the text', { name: '\u202eたろう' }, refusals.nameNotShown.message],
    ['a name of the operators', { name: 'Koyoi運営事務局' }, refusals.nameReserved.message],
    ['a NUL', { name: 'た\0ろう' }, refusals.nameNotShown.message],
    ['an age below 18', { age: '17' }, refusals.badInput.message],
    ['an age that is none', { age: '二十' }, refusals.badInput.message],
    ['a region that is none', { region: '東京;--' }, refusals.badInput.message],
  ])('refuses %s with the server’s own sentence and stores nothing', async (_name, fields, sentence) => {
    const before = await Promise.all([countOf('member'), countOf('session'), countOf('registration')])
    const browser = stranger()
    expect(await registerAs(browser, fields)).toBe(sentence)
    expect(await browser.session()).toEqual({})
    expect(await Promise.all([countOf('member'), countOf('session'), countOf('registration')])).toEqual(
      before,
    )
    // The form can be corrected and sent again.
    expect(await registerAs(browser)).toBeNull()
  })

  it('lets two people have the same name', async () => {
    const [one, other] = [stranger(), stranger()]
    expect(await registerAs(one, { name: 'ひろ' })).toBeNull()
    expect(await registerAs(other, { name: 'ひろ' })).toBeNull()
    expect((await one.session()).user?.id).not.toBe((await other.session()).user?.id)
  })
})

describe('a device', () => {
  it('registers once in 24 hours, signed in or out', async () => {
    const browser = stranger()
    expect(await registerAs(browser)).toBeNull()
    expect(await registerAs(browser)).toBe(alreadyRegistered)
    await browser.post('/api/auth/signout')
    expect(await registerAs(browser)).toBe(alreadyRegistered)
    world.clock.nowMs += 24 * hourMs - 1
    expect(await registerAs(browser)).toBe(alreadyRegistered)
    world.clock.nowMs += 1
    expect(await registerAs(browser)).toBeNull()
  })

  it('gets the points of registration once', async () => {
    const browser = stranger()
    await registerAs(browser)
    world.clock.nowMs += 24 * hourMs
    await registerAs(browser)
    const { user } = await browser.session()
    expect(await pointOf(world.database.db, user?.id ?? '')).toBe(0)
  })

  it('keeps its account when a second registration is refused', async () => {
    const browser = stranger()
    await registerAs(browser)
    const before = await browser.session()
    await registerAs(browser)
    expect(await browser.session()).toEqual(before)
  })

  it('registers once even when both forms arrive at once', async () => {
    const browser = stranger()
    await browser.fetch('/api/auth/csrf')
    const elsewhere = await world.startProcess()
    // The same cookies over several networks and processes: only the device cookie can connect them.
    const copies = [world, elsewhere, world, elsewhere].map(({ serve }, index) => {
      const copy = createBrowser(serve, undefined, `198.18.0.${index}`)
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return copy
    })
    const before = await countOf('member')
    const answers = await Promise.all(copies.map((copy) => registerAs(copy)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.filter((answer) => answer === alreadyRegistered)).toHaveLength(3)
    expect(await countOf('member')).toBe(before + 1)
  })

  it('is recognised by a cookie that no page can read, which is stored as a hash', async () => {
    const browser = stranger()
    const lines = (await browser.fetch('/api/auth/csrf')).headers.getSetCookie()
    expect(lines.find((line) => line.startsWith('koyoi.device='))).toMatch(
      /^koyoi\.device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const device = browser.cookies.get('koyoi.device') ?? ''
    await registerAs(browser)
    expect(browser.cookies.get('koyoi.device')).toBe(device)
    const rows = await world.database.db.selectFrom('member').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(device)
  })
})

describe('an address', () => {
  it('registers many people, but not without limit', async () => {
    const address = '192.0.2.200'
    const answers = await Promise.all(Array.from({ length: 34 }, () => registerAs(world.browser(address))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(30)
    expect(answers.filter((answer) => answer === refusals.registrationTooOften.message)).toHaveLength(4)
    expect(await registerAs(stranger())).toBeNull()
    world.clock.nowMs += hourMs
    expect(await registerAs(world.browser(address))).toBeNull()
  })

  it('of IPv6 also counts for its whole site: one customer may have 65,536 networks', async () => {
    const site = siteKey(world.context.secret, '2001:db8:77::1') ?? ''
    expect(await registerAs(world.browser('2001:db8:77:1::1'))).toBeNull()
    const counted = await world.database.db
      .selectFrom('registration')
      .select('id')
      .where('address_key', '=', site)
      .execute()
    expect(counted).toHaveLength(1)
    const registered_at = new Date(world.clock.nowMs)
    const others = Array.from({ length: registrationsPerSiteMax - 1 }, () => ({
      address_key: site,
      registered_at,
    }))
    await world.database.db.insertInto('registration').values(others).execute()
    expect(await registerAs(world.browser('2001:db8:77:2::1'))).toBe(refusals.registrationTooOften.message)
    expect(await registerAs(world.browser('2001:db8:78:2::1'))).toBeNull()
  })

  it('is stored as a hash', async () => {
    const browser = world.browser('192.0.2.201')
    await registerAs(browser)
    const tables = await Promise.all([
      world.database.sql`select * from registration`,
      world.database.sql`select * from registration_grant_address`,
    ])
    expect(JSON.stringify(tables)).not.toContain('192.0.2.')
  })
})

it('a registration is rolled back when the points cannot be granted', async () => {
  const before = await Promise.all([countOf('member'), countOf('session'), countOf('registration')])
  const browser = stranger()
  await world.database.sql`alter table registration_grant rename to registration_grant_away`
  const { status, url } = await browser.post('/api/auth/callback/register', registrationForm('みなと'))
  await world.database.sql`alter table registration_grant_away rename to registration_grant`
  expect(status).toBe(500)
  expect(url.searchParams.get('error')).toBe('サーバーとの通信に失敗しました')
  expect(await Promise.all([countOf('member'), countOf('session'), countOf('registration')])).toEqual(before)
  expect(await registerAs(browser)).toBeNull()
})
