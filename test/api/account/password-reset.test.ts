import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailSender } from '#adapters/mail/port.ts'
import { signInLimits } from '#domain/account/limits.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { sendDueMail } from '#server/outbox/send-mail.ts'
import type { MailServer } from '#test/helpers/mail-server.ts'
import { type AuthWorld, createAuthWorld } from './auth-world.ts'
import { closeMailWorld, createMailWorld, mailSteps, oldPassword, postJson, signIn } from './mail-steps.ts'

const minuteMs = 60_000
const newPassword = 'hoshi-no-ame'

let server: MailServer
let world: AuthWorld
beforeAll(async () => {
  ;({ server, world } = await createMailWorld())
})
afterAll(() => closeMailWorld(world, server))
const { stranger, addMember, mailsTo, tokensTo } = mailSteps(
  () => world,
  () => server,
)

const requestReset = (email: string, browser = stranger()) =>
  postJson(browser, '/api/password-reset-request', { email })
const reset = (token: string, password = newPassword, browser = stranger()) =>
  postJson(browser, '/api/reset-pwd-for-web', { token, password })
const linksTo = (email: string) => tokensTo(email, '/reset-password')

/** Requests a link and waits for the mail: the answer doesn't wait. */
const newLink = async (email: string, typed = email): Promise<string> => {
  const before = (await linksTo(email)).length
  expect(await requestReset(typed)).toEqual({ type: 'success' })
  await expect.poll(async () => (await linksTo(email)).length, { timeout: 10_000 }).toBe(before + 1)
  return (await linksTo(email)).at(-1) ?? ''
}

describe('a member who forgot the password', () => {
  it('gets a link by mail, sets a new one, and is signed out everywhere', async () => {
    const email = 'hanako@example.jp'
    await addMember(email)
    const broadcasterPhone = stranger()
    expect(await signIn(broadcasterPhone, email, oldPassword)).toBe(200)

    const token = await newLink(email, '  Ｈanako@Example.JP ')
    expect(await reset(token)).toEqual({ type: 'success' })

    expect((await broadcasterPhone.session()).user).toBeUndefined()
    expect(await signIn(stranger(), email, oldPassword)).toBe(401)
    expect(await signIn(broadcasterPhone, email, newPassword)).toBe(200)
    await sendDueMail(world.context)
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
      '【今宵】パスワードの再設定',
      '【今宵】パスワードが変更されました',
    ])
  })

  it('leaves no recovery code that somebody else may have made in the account', async () => {
    const email = 'noriko@example.jp'
    await addMember(email)
    const intruder = stranger()
    expect(await signIn(intruder, email, oldPassword)).toBe(200)
    const { code } = await postJson(intruder, '/api/create-recovery-code')
    expect(await reset(await newLink(email))).toEqual({ type: 'success' })
    const { status } = await stranger().post('/api/auth/callback/recovery', {
      code: code ?? '',
      callbackUrl: '/',
    })
    expect(status).toBe(401)
  })

  it('uses a link once; all other links end with it', async () => {
    const email = 'saburo@example.jp'
    await addMember(email)
    const [first, second] = [await newLink(email), await newLink(email)]
    const answers = await Promise.all([reset(second), reset(second, 'mikazuki-no-yoru')])
    expect(answers.map(({ code }) => code ?? 'taken').sort()).toEqual(['resetGone', 'taken'])
    expect(await reset(first)).toMatchObject({ code: 'resetGone' })
  })

  it('may type another password when the new one is refused', async () => {
    const email = 'shiro@example.jp'
    await addMember(email)
    const token = await newLink(email)
    for (const [password, code] of [
      ['short', 'newPasswordTooShort'],
      ['あ'.repeat(129), 'newPasswordTooLong'],
      ['password123', 'newPasswordTooCommon'],
      [email, 'newPasswordTooCommon'],
      ['tsuki\0kirei', 'newPasswordUnreadable'],
    ] as const)
      expect(await reset(token, password)).toMatchObject({ code })
    expect(await signIn(stranger(), email, oldPassword)).toBe(200)
    expect(await reset(token)).toEqual({ type: 'success' })
  })

  it('has half an hour', async () => {
    const email = 'goro@example.jp'
    await addMember(email)
    const token = await newLink(email)
    world.clock.nowMs += 30 * minuteMs
    expect(await reset(token)).toMatchObject({ code: 'resetGone' })
  })

  it('may sign in at once after many wrong passwords from everywhere', async () => {
    const email = 'rokuro@example.jp'
    await addMember(email)
    for (let times = 0; times < signInLimits.everywhere.failuresMax; times += 1)
      await signIn(stranger(), email, 'wrong-password')
    // Even the right one has to wait now.
    expect(await signIn(stranger(), email, oldPassword)).toBe(401)
    expect(await reset(await newLink(email))).toEqual({ type: 'success' })
    expect(await signIn(stranger(), email, newPassword)).toBe(200)
  })
})

describe('a request for a reset', () => {
  it('has the same answer whether there is an account or not, and an unknown address gets no mail', async () => {
    await addMember('known@example.jp')
    expect(await requestReset('unknown@example.jp')).toEqual(await requestReset('known@example.jp'))
    await expect.poll(async () => (await linksTo('known@example.jp')).length, { timeout: 10_000 }).toBe(1)
    expect(mailsTo('unknown@example.jp')).toEqual([])
  })

  it('never changes the public password of the demo’s members', async () => {
    await addMember('demo@example.jp', { isDemo: true })
    await addMember('beside@example.jp')
    await requestReset('demo@example.jp')
    await newLink('beside@example.jp')
    expect(mailsTo('demo@example.jp')).toEqual([])
  })

  it('sends at most three links an hour, from all networks together', async () => {
    const email = 'shichiro@example.jp'
    await addMember(email)
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => requestReset(email)))
    await expect.poll(async () => (await linksTo(email)).length, { timeout: 10_000 }).toBe(3)
    // The fourth is requested after the others are done; nothing of it is queued.
    await requestReset(email)
    await newLink(await another())
    expect(await linksTo(email)).toHaveLength(3)
  })

  it('is refused after many attempts from one network', async () => {
    const browser = stranger()
    const answers = []
    for (let tries = 0; tries < 21; tries += 1)
      answers.push(await requestReset(`try${tries}@example.jp`, browser))
    expect(answers.map(({ code }) => code ?? 'taken')).toEqual([
      ...Array(20).fill('taken'),
      'tooManyRequests',
    ])
  })

  it.each(['', 'taro', 'taro@', '@example.jp', 'a@b\0.jp', 'a b@example.jp', '<a@example.jp>'])(
    'is refused for %j as an address',
    async (email) => expect(await requestReset(email)).toMatchObject({ code: 'mailAddressWrong' }),
  )

  it.each(['', 'x', '%00'.repeat(10), 'A'.repeat(43)])(
    'does not succeed with the guessed link %j',
    async (token) => {
      expect(await reset(token)).toMatchObject({
        code: token.length === 43 ? 'resetGone' : 'badInput',
      })
    },
  )
})

const another = async (): Promise<string> => {
  const email = `${randomInt(1_000_000_000)}@example.jp`
  await addMember(email)
  return email
}

describe('the mail', () => {
  it('is deleted once a server has accepted it; the table contains no key to the account', async () => {
    const email = await another()
    const token = await newLink(email)
    const rows = await world.database
      .sql`select to_jsonb(m)::text as row from outgoing_mail m where recipient = ${email}`
    expect(rows.map(({ row }) => row as string).join()).not.toContain(token)
    expect(rows).toHaveLength(1)
  })

  it('waits while the server is busy, and is dropped when its link has expired', async () => {
    const email = await another()
    server.reply = 450
    await requestReset(email)
    const mailNow = async () => {
      await sendDueMail(world.context)
      return world.database.db
        .selectFrom('outgoing_mail')
        .select(['tries', 'sent_at', 'given_up_at', 'failure', 'body'])
        .where('recipient', '=', email)
        .executeTakeFirst()
    }
    await expect.poll(mailNow, { timeout: 10_000 }).toMatchObject({ tries: 1, failure: '450', sent_at: null })
    world.clock.nowMs += 9_000
    expect(await mailNow()).toMatchObject({ tries: 1 })
    world.clock.nowMs += 1_000
    expect(await mailNow()).toMatchObject({ tries: 2 })
    world.clock.nowMs += 30 * minuteMs
    expect(await mailNow()).toMatchObject({ given_up_at: expect.any(Date), body: null })
    server.reply = 250
    expect(await linksTo(email)).toEqual([])
    expect(world.logged.join()).not.toContain(email)
  })

  it('is sent once, however many processes send', async () => {
    const email = await another()
    const beside = await world.startProcess()
    await requestReset(email)
    await expect
      .poll(
        async () => {
          await Promise.all([world.context, beside.context, world.context].map(sendDueMail))
          return mailsTo(email).length
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await Promise.all([world.context, beside.context].map(sendDueMail))
    expect(mailsTo(email)).toHaveLength(1)
    beside.context.mailer.stop()
  })

  it('counts as sent when a server accepted it, also if another process dropped it meanwhile', async () => {
    const email = await another()
    const expiresAt = new Date(world.clock.nowMs + minuteMs)
    const mail = { memberId: await idOf(email), to: email, subject: 'まもなく', text: '期限です', expiresAt }
    await world.database.db.transaction().execute((tx) => addMail(world.context, tx, mail))
    const slow: MailSender = {
      send: async () => {
        world.clock.nowMs += minuteMs
        await sendDueMail(world.context)
        return { outcome: 'sent' }
      },
      stop: () => undefined,
    }
    await sendDueMail({ ...world.context, mailer: { ...world.context.mailer, ...slow } })
    const kept = await world.database
      .sql`select sent_at, given_up_at from outgoing_mail where recipient = ${email}`
    expect(kept).toEqual([{ sent_at: expect.any(Date), given_up_at: null }])
  })
})

const idOf = async (email: string): Promise<string> => {
  const [row] = await world.database.sql`select id from member where email = ${email}`
  return row?.id as string
}

it('without a mail server the product reports that it is unavailable, and stores nothing', async () => {
  const bare = await createAuthWorld()
  const browser = bare.browser()
  expect(await postJson(browser, '/api/password-reset-request', { email: 'taro@example.jp' })).toMatchObject({
    code: 'mailUnavailable',
  })
  expect(await bare.database.sql`select 1 from outgoing_mail`).toHaveLength(0)
  await bare.close()
})
