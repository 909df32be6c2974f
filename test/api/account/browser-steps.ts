import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import {
  type AuthProcess,
  type AuthWorld,
  type Browser,
  createBrowser,
  registrationForm,
  signInForm,
} from './auth-world.ts'

const password = 'yoru-no-hana'
const passwordHash = hashPassword(password)

export const agents = {
  phone: 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
}

/** Calls an endpoint in a browser. */
export const request = async <Name extends EndpointName>(
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
  const answer = await request(browser, 'getDevices', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.devices
}

const noticesIn = async (browser: Browser) => {
  const answer = await request(browser, 'getNotifications', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.notifications
}

const signIn = async (browser: Browser, email: string): Promise<Browser> => {
  expect((await browser.post('/api/auth/callback/login', signInForm(password, email))).status).toBe(200)
  return browser
}

/** Members and their browsers, each at an address of its own. */
export const browserSteps = (world: () => AuthWorld) => {
  let addresses = 0
  /** A browser with this user agent. */
  const browserCalled = (userAgent: string, { serve }: Pick<AuthProcess, 'serve'> = world()): Browser => {
    addresses += 1
    const named = (request: Request, address: string) => {
      request.headers.set('user-agent', userAgent)
      return serve(request, address)
    }
    return createBrowser(named, undefined, `198.51.100.${addresses}`)
  }
  /** A member who registered by nickname alone, on a phone. */
  const newcomer = async () => {
    const phone = browserCalled(agents.phone)
    await phone.post('/api/auth/callback/register', registrationForm('花子'))
    return { id: (await phone.session()).user?.id ?? '', phone }
  }
  /** The same with a mail address and a password. */
  const newMember = async () => {
    const { id, phone } = await newcomer()
    const email = `${randomInt(1_000_000_000)}@example.jp`
    await world()
      .database.db.updateTable('member')
      .set({ email, password_hash: await passwordHash })
      .where('id', '=', id)
      .execute()
    return { id, email, phone }
  }
  const mailsTo = async (email: string): Promise<string[]> => {
    const rows = await world().database
      .sql`select subject || ' ' || body as mail from outgoing_mail where recipient = ${email} order by created_at`
    return rows.map(({ mail }) => mail as string)
  }
  return { browserCalled, newcomer, newMember, signIn, devicesIn, noticesIn, mailsTo }
}
