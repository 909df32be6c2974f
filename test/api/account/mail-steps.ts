import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { SignInWays } from '#contract/account/mail-account.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { sendDueMail } from '#server/outbox/send-mail.ts'
import { type MailServer, readMail, startMailServer } from '#test/helpers/mail-server.ts'
import { type AuthWorld, type Browser, createAuthWorld, registrationForm, signInForm } from './auth-world.ts'

/** The fields of our endpoints' answers that the tests read. */
interface JsonAnswer {
  type: string
  code?: string
  message?: string
}

export const oldPassword = 'yoru-no-hana'
const oldHash = hashPassword(oldPassword)

/** A world that sends its mail to a server of the test. */
export const createMailWorld = async (): Promise<{ world: AuthWorld; server: MailServer }> => {
  const server = await startMailServer()
  const world = await createAuthWorld({
    SMTP_URL: server.url,
    MAIL_FROM: 'no-reply@koyoi.example',
    PUBLIC_URL: 'http://localhost',
  })
  return { server, world }
}

export const closeMailWorld = async (world: AuthWorld, server: MailServer): Promise<void> => {
  world.context.mailer.stop()
  await world.close()
  await server.close()
}

export const postJson = async <Answer = JsonAnswer>(
  browser: Browser,
  path: string,
  input: object = {},
): Promise<Answer> => {
  const response = await browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Answer
}

/** @returns the status of the answer */
export const signIn = async (browser: Browser, email: string, password = oldPassword): Promise<number> =>
  (await browser.post('/api/auth/callback/login', signInForm(password, email))).status

export const requestConfirmation = (browser: Browser, email: string, chosen?: string) =>
  postJson(browser, '/api/send-confirm-email', { email, ...(chosen !== undefined && { password: chosen }) })
export const confirm = (browser: Browser, token: string) =>
  postJson<JsonAnswer & { isOwnSession?: boolean }>(browser, '/api/confirm-mail', { token })
export const changeTo = (browser: Browser, chosen: string) =>
  postJson(browser, '/api/change-password', { password: chosen })
export const ways = async (browser: Browser) =>
  (await postJson<{ ways: SignInWays }>(browser, '/api/get-sign-in-ways')).ways
/** The member's notifications in the app. */
export const noticesOf = async (browser: Browser): Promise<string[]> => {
  const answer = await postJson<{ notifications: { about: { kind: string } }[] }>(
    browser,
    '/api/get-notifications',
  )
  return answer.notifications.map(({ about }) => about.kind)
}
export const memberIdOf = async (browser: Browser) => (await browser.session()).user?.id ?? ''

export const mailSteps = (world: () => AuthWorld, server: () => MailServer) => {
  let addresses = 0
  /** A browser in a network of its own. */
  const stranger = (): Browser => {
    addresses += 1
    return world().browser(`198.51.100.${addresses}`)
  }
  /** A member with a mail address and a password. */
  const addMember = async (email: string, { isDemo = false } = {}): Promise<string> => {
    const id = String(randomInt(10_000_000, 99_999_999))
    const row = { id, name: '花子', email, is_demo: isDemo, password_hash: await oldHash }
    await world().database.db.insertInto('member').values(row).execute()
    return id
  }
  const mailsTo = (email: string) =>
    server()
      .received.filter(({ to }) => to.includes(email))
      .map(({ raw }) => readMail(raw))
  /** Sends what is due. @returns the tokens of all links to `path` that this address was ever sent */
  const tokensTo = async (email: string, path: string): Promise<string[]> => {
    await sendDueMail(world().context)
    const link = new RegExp(`${path}#([\\w-]{43})`)
    return mailsTo(email).flatMap(({ text }) => link.exec(text)?.[1] ?? [])
  }
  const linksTo = (email: string) => tokensTo(email, '/confirm-mail')
  const newestLink = async (email: string) => (await linksTo(email)).at(-1) ?? ''
  /** Without those about sign-ins, which are tested in devices.test.ts. */
  const subjectsTo = async (email: string) => {
    await linksTo(email)
    const subjects = mailsTo(email).map(({ subject }) => subject.replace('【今宵】', ''))
    return subjects.filter((subject) => !subject.includes('新しい端末'))
  }

  /** A member registered by nickname alone, in a browser of their own. */
  const newcomer = async (): Promise<Browser> => {
    const browser = stranger()
    expect((await browser.post('/api/auth/callback/register', registrationForm('みなと'))).status).toBe(200)
    return browser
  }
  const member = async (email: string): Promise<Browser> => {
    await addMember(email)
    const browser = stranger()
    expect(await signIn(browser, email)).toBe(200)
    return browser
  }
  return { stranger, addMember, mailsTo, tokensTo, linksTo, newestLink, subjectsTo, newcomer, member }
}
