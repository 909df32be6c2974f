import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { createRecoveryCode } from '#server/account/actions/create-recovery-code.ts'
import { type AuthWorld, type Browser, createAuthWorld } from './auth-world.ts'
import { agents, browserSteps, request } from './browser-steps.ts'

const wrong = refusals.recoveryCodeWrong.message
const tooOften = refusals.signInTooOften.message
const nobodys = '7K2Q-M9X4-TBCD-01EF-GHJK-NPRS'
const sessionCookie = 'next-auth.session-token'

let world: AuthWorld
beforeAll(async () => {
  world = await createAuthWorld({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@koyoi.example',
    PUBLIC_URL: 'http://localhost',
  })
})
beforeEach(async () => {
  await world.database.db.deleteFrom('sign_in_failure').execute()
})
afterAll(async () => {
  world.context.mailer.stop()
  await world.close()
})

const { browserCalled, newcomer, newMember, noticesIn, mailsTo } = browserSteps(() => world)

const newCode = async (browser: Browser): Promise<string> => {
  const answer = await request(browser, 'createRecoveryCode', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.code
}

const stateIn = (browser: Browser) => request(browser, 'getRecoveryCodeState', {})

/** The sentence with which a code is refused; null when it opened the account. */
const recover = async (browser: Browser, code: string): Promise<string | null> => {
  const { status, url } = await browser.post('/api/auth/callback/recovery', { code, callbackUrl: '/' })
  const error = url.searchParams.get('error')
  expect(status).toBe(error === null ? 200 : 401)
  return error
}

/** How many statements wait for a row with a code. */
const waitingForCode = async (): Promise<number> => {
  const [row] = await world.database.sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%recovery_code%'`
  return row?.waiting as number
}

describe('a recovery code', () => {
  it('opens an account by nickname from a new phone, once', async () => {
    const { id, phone } = await newcomer()
    expect(await stateIn(phone)).toMatchObject({ state: 'none', createdAt: null })
    const code = await newCode(phone)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const at = new Date(world.clock.nowMs).toISOString()
    expect(await stateIn(phone)).toMatchObject({ state: 'ready', createdAt: at, usedAt: null })

    const newPhone = browserCalled(agents.phone)
    expect(await recover(newPhone, code)).toBeNull()
    expect((await newPhone.session()).user).toMatchObject({ id, isFirstRegister: false })
    expect(await stateIn(newPhone)).toMatchObject({ state: 'used', createdAt: at, usedAt: at })
    expect(await recover(browserCalled(agents.desk), code)).toBe(wrong)
    expect((await phone.session()).user?.id).toBe(id)
  })

  it('may be typed as phones type it', async () => {
    const { phone } = await newcomer()
    const code = await newCode(phone)
    const fullWidth = [...code.toLowerCase()]
      .map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
      .join('　')
    expect(await recover(browserCalled(agents.desk), fullWidth)).toBeNull()
  })

  it('ends with the next one', async () => {
    const { id, phone } = await newcomer()
    const first = await newCode(phone)
    const second = await newCode(phone)
    expect(second).not.toBe(first)
    expect(await recover(browserCalled(agents.desk), first)).toBe(wrong)
    const back = browserCalled(agents.desk)
    expect(await recover(back, second)).toBeNull()
    expect((await back.session()).user?.id).toBe(id)
    expect(await recover(browserCalled(agents.desk), await newCode(back))).toBeNull()
  })

  it('opens the account once when it is used twice at the same time, in two processes', async () => {
    const beside = await world.startProcess()
    const { id, phone } = await newcomer()
    const code = await newCode(phone)
    const browsers = [1, 2, 3, 4].map((index) => browserCalled(agents.desk, index % 2 === 0 ? beside : world))
    const answering = await world.database.sql.begin(async (tx) => {
      await tx`select 1 from recovery_code where member_id = ${id} for update`
      const tries = browsers.map((browser) => recover(browser, code))
      // All of them have reached the code before any of them gets it.
      await expect.poll(waitingForCode, { timeout: 10_000 }).toBe(browsers.length)
      return { tries }
    })
    const answers = await Promise.all(answering.tries)
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.filter((answer) => answer === wrong)).toHaveLength(3)
    const sessions = await Promise.all(browsers.map((browser) => browser.session()))
    expect(sessions.flatMap(({ user }) => user?.id ?? [])).toEqual([id])
    beside.context.mailer.stop()
  })

  it('is stored so that the table opens nothing', async () => {
    const { id, phone } = await newcomer()
    const code = await newCode(phone)
    const [row] = await world.database
      .sql`select to_jsonb(r)::text as kept from recovery_code r where member_id = ${id}`
    expect(row?.kept).toContain('code_hash')
    expect(row?.kept).not.toContain(code)
    expect(row?.kept).not.toContain(code.replaceAll('-', ''))
    expect(world.logged.join('')).not.toContain(code)
  })
})

describe('guessing', () => {
  it.each(['', 'x', 'あ'.repeat(24), '\0'.repeat(24), nobodys, `${nobodys}0`, nobodys.repeat(40)])(
    'gets one sentence for everything: %j',
    async (code) => expect(await recover(browserCalled(agents.desk), code)).toBe(wrong),
  )

  it('is held after five attempts of a network, as with passwords, also for the right code', async () => {
    const { phone } = await newcomer()
    const code = await newCode(phone)
    const guesser = browserCalled(agents.desk)
    for (const _ of [1, 2, 3, 4, 5]) expect(await recover(guesser, nobodys)).toBe(wrong)
    expect(await recover(guesser, code)).toBe(tooOften)
    world.clock.nowMs += 60_000
    expect(await recover(guesser, code)).toBeNull()
  })

  it('opens no account of the demo where there is no demo', async () => {
    const { id, phone } = await newcomer()
    const code = await newCode(phone)
    await world.database.sql`update member set is_demo = true where id = ${id}`
    expect(await recover(browserCalled(agents.desk), code)).toBe(wrong)
  })
})

describe('the owner', () => {
  it('hears of a code that is made, and of its use in any browser', async () => {
    const { email, phone } = await newMember()
    const code = await newCode(phone)
    const desk = browserCalled(agents.desk)
    await recover(desk, code)
    expect(await noticesIn(phone)).toMatchObject([
      { isUnread: true, about: { kind: 'recoveryCodeUsed', deviceName: 'Linux・Firefox 132' } },
      { isUnread: false, about: { kind: 'recoveryCodeCreated', isThisDevice: true } },
    ])
    expect(await mailsTo(email)).toEqual([
      expect.stringContaining('復旧コードが作成されました'),
      expect.stringContaining('復旧コードでログインがありました'),
    ])
    expect((await mailsTo(email)).join()).not.toContain(code)
    await recover(desk, await newCode(desk))
    expect((await noticesIn(phone)).map(({ about }) => about.kind)).toEqual([
      'recoveryCodeUsed',
      'recoveryCodeCreated',
      'recoveryCodeUsed',
      'recoveryCodeCreated',
    ])
  })

  it('has proved their identity within a quarter of an hour', async () => {
    const { phone } = await newMember()
    world.clock.nowMs += 15 * 60_000
    expect(await request(phone, 'createRecoveryCode', {})).toMatchObject({ code: 'identityProofNeeded' })
    expect(await stateIn(phone)).toMatchObject({ state: 'none' })
  })

  it.each([
    ['has other ways to sign in', () => newMember()],
    ['has none', () => newcomer()],
  ] as const)(
    'who %s makes no code in a session that was ended elsewhere and is still cached',
    async (_what, made) => {
      const { id, phone } = await made()
      const viewer = await world.context.sessions.ofCookies(
        `${sessionCookie}=${phone.cookies.get(sessionCookie)}`,
      )
      if (!viewer) throw new Error('not signed in')
      await world.database.db
        .updateTable('session')
        .set({ revoked_at: new Date(world.clock.nowMs) })
        .where('member_id', '=', id)
        .execute()
      expect(await request(phone, 'createRecoveryCode', {})).toMatchObject({ type: 'error' })
      // A session that passed the access check just before.
      expect(await createRecoveryCode(world.context, viewer, agents.phone)).toEqual({ refused: 'forbidden' })
      const kept = await world.database.sql`select from recovery_code where member_id = ${id}`
      expect(kept).toEqual([])
    },
  )

  it('gets a new cookie, unless the account would be lost with an answer that does not arrive', async () => {
    const opensAfterNewCode = async (phone: Browser): Promise<boolean> => {
      const before = phone.cookies.get(sessionCookie) ?? ''
      await newCode(phone)
      expect((await phone.session()).user).toBeDefined()
      const lost = browserCalled(agents.phone)
      lost.cookies.set(sessionCookie, before)
      return (await lost.session()).user !== undefined
    }
    expect(await opensAfterNewCode((await newMember()).phone)).toBe(false)
    expect(await opensAfterNewCode((await newcomer()).phone)).toBe(true)
  })

  it('may not make codes without limit', async () => {
    const { phone } = await newcomer()
    for (let made = 0; made < 20; made += 1) await newCode(phone)
    expect(await request(phone, 'createRecoveryCode', {})).toMatchObject({ code: 'tooManyRequests' })
    expect(await stateIn(browserCalled(agents.desk))).toMatchObject({ code: 'notLoggedIn' })
  })
})
