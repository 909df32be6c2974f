import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EndpointName, endpoints } from '#contract/index.ts'
import { hashPassword, passwordHashSlots } from '#server/credentials/passwords.ts'
import { addOperator } from '#server/operators/accounts.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '#test/helpers/software-authenticator.ts'
import { type Browser, origin, registrationForm, signInForm, taro } from './auth-world.ts'
import { addPasskey, requestOptions } from './passkeys/passkey-steps.ts'
import { createPhoneWorld, newMember, type PhoneWorld, phoneSteps, stranger } from './phone/phone-steps.ts'

/** An account that has every sign-in method. */
interface Known {
  phoneNumber: string
  recoveryCode: string
  authenticator: SoftwareAuthenticator
}

const nobodysCode = '7K2Q-M9X4-TBCD-01EF-GHJK-NPRS'
const withoutPassword = 'none@example.jp'
const operatorMail = 'yui@office.example'

let world: PhoneWorld
let known: Known
const { verify } = phoneSteps(() => world)

const send = (browser: Browser, name: EndpointName, input: object) =>
  browser.fetch(endpoints[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })

const signInBy = async (browser: Browser, provider: string, fields: Record<string, string>) => {
  const { csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/', ...fields })
  return browser.fetch(`/api/auth/callback/${provider}`, { method: 'POST', body })
}

beforeAll(async () => {
  world = await createPhoneWorld({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@koyoi.example',
    PUBLIC_URL: origin,
  })
  await world.context.db.transaction().execute((tx) => addOperator(tx, operatorMail))
  await world.database.db
    .insertInto('member')
    .values({ id: '30000001', name: 'パスワードなし', email: withoutPassword })
    .execute()
  const ofCaller = await newMember(world)
  const { code } = (await (await send(ofCaller, 'createRecoveryCode', {})).json()) as { code: string }
  const { authenticator } = await addPasskey(ofCaller)
  known = { phoneNumber: '09011115678', recoveryCode: code, authenticator }
  await verify(ofCaller, known.phoneNumber)
})
beforeEach(async () => {
  await world.database.db.deleteFrom('sign_in_failure').execute()
})
afterAll(async () => {
  world.context.mailer.stop()
  await world.close()
})

/** Signed by another passkey. */
const badlySigned = async (browser: Browser, authenticator: SoftwareAuthenticator): Promise<Response> => {
  const assertion = authenticator.sign(await requestOptions(browser), { challenge: 'x'.repeat(43) })
  return signInBy(browser, 'passkey', { assertion: JSON.stringify(assertion) })
}

/** A passkey that was never stored. */
const unstoredPasskey = async (): Promise<SoftwareAuthenticator> => {
  const authenticator = createSoftwareAuthenticator(origin)
  const options = await send(await newMember(world), 'beginPasskeyRegistration', {})
  authenticator.make(((await options.json()) as { options: never }).options)
  return authenticator
}

interface Question {
  title: string
  /** The sender of the request: a member, or a visitor. */
  by?: 'member'
  exists(browser: Browser): Promise<Response>
  isNot(browser: Browser): Promise<Response>
  /** Password hashes that either answer costs. */
  hashes: 0 | 1
}

const questions: Question[] = [
  {
    title: 'a sign-in with a wrong password',
    exists: (browser) => signInBy(browser, 'login', signInForm('wrong-one', taro.email)),
    isNot: (browser) => signInBy(browser, 'login', signInForm('wrong-one', 'nobody@example.jp')),
    hashes: 1,
  },
  {
    title: 'a sign-in to an account that has no password',
    exists: (browser) => signInBy(browser, 'login', signInForm('wrong-one', withoutPassword)),
    isNot: (browser) => signInBy(browser, 'login', signInForm('wrong-one', 'nobody@example.jp')),
    hashes: 1,
  },
  {
    title: 'an operator’s wrong password',
    exists: (browser) => send(browser, 'operatorSignIn', { mail: operatorMail, password: 'wrong-one' }),
    isNot: (browser) => send(browser, 'operatorSignIn', { mail: 'no@office.example', password: 'wrong-one' }),
    hashes: 1,
  },
  {
    title: 'a forgotten password',
    exists: (browser) => send(browser, 'passwordResetRequest', { email: taro.email }),
    isNot: (browser) => send(browser, 'passwordResetRequest', { email: 'nobody@example.jp' }),
    hashes: 0,
  },
  {
    title: 'a mail address to be confirmed',
    by: 'member',
    exists: (browser) => send(browser, 'sendConfirmEmail', { email: taro.email, password: 'yoru-no-hana' }),
    isNot: (browser) =>
      send(browser, 'sendConfirmEmail', { email: 'new@example.jp', password: 'yoru-no-hana' }),
    hashes: 1,
  },
  {
    title: 'a phone number to be verified',
    by: 'member',
    exists: (browser) => send(browser, 'sendPhoneAuthCode', { phoneNumber: known.phoneNumber }),
    isNot: (browser) => send(browser, 'sendPhoneAuthCode', { phoneNumber: '09022225678' }),
    hashes: 0,
  },
  {
    title: 'a wrong code for a phone number',
    by: 'member',
    exists: async (browser) => {
      await send(browser, 'sendPhoneAuthCode', { phoneNumber: known.phoneNumber })
      return send(browser, 'verifyPhoneAuthCode', { code: '000000' })
    },
    isNot: async (browser) => {
      await send(browser, 'sendPhoneAuthCode', { phoneNumber: '09033335678' })
      return send(browser, 'verifyPhoneAuthCode', { code: '000000' })
    },
    hashes: 0,
  },
  {
    title: 'a passkey that does not sign what was asked',
    exists: (browser) => badlySigned(browser, known.authenticator),
    isNot: async (browser) => badlySigned(browser, await unstoredPasskey()),
    hashes: 0,
  },
  {
    title: 'a recovery code that is used up',
    exists: (browser) => signInBy(browser, 'recovery', { code: known.recoveryCode }),
    isNot: (browser) => signInBy(browser, 'recovery', { code: nobodysCode }),
    hashes: 0,
  },
  {
    title: 'a registration by a name that somebody has',
    exists: (browser) => signInBy(browser, 'register', registrationForm(taro.name)),
    isNot: (browser) => signInBy(browser, 'register', registrationForm('月子')),
    hashes: 0,
  },
]

/** Everything by which a stranger could distinguish two answers, without the random values. */
const visiblePartOf = async (answer: Response) => ({
  status: answer.status,
  body: await answer.text(),
  headers: [...new Set([...answer.headers.keys()])],
  cookies: answer.headers
    .getSetCookie()
    .map((line) => line.replace(/=[^;]*/, '').replace(/expires=[^;]*/i, '')),
})

const counted = async (request: () => Promise<Response>) => {
  const slots = vi.spyOn(passwordHashSlots, 'run')
  try {
    return { ...(await visiblePartOf(await request())), hashes: slots.mock.calls.length }
  } finally {
    slots.mockRestore()
  }
}

describe('nobody learns which accounts exist by', () => {
  beforeAll(async () => {
    // Uses it up.
    expect((await signInBy(stranger(world), 'recovery', { code: known.recoveryCode })).status).toBe(200)
  })

  it.each(questions)('$title', async ({ by, exists, isNot, hashes }) => {
    const requester = () => (by === 'member' ? newMember(world) : stranger(world))
    const [one, other] = [await requester(), await requester()]
    const ofKnown = await counted(() => exists(one))
    const ofUnknown = await counted(() => isNot(other))
    expect(ofUnknown).toEqual(ofKnown)
    expect(ofKnown.hashes).toBe(hashes)
  })
})

/** The shortest time of one attempt: other work of the machine only adds to it. */
const leastMs = async (times: number, request: () => Promise<unknown>): Promise<number> => {
  const elapsed: number[] = []
  for (let index = 0; index < times; index += 1) {
    const startedMs = performance.now()
    await request()
    elapsed.push(performance.now() - startedMs)
  }
  return Math.min(...elapsed)
}

it('nor by its duration: a hash is checked also for accounts without one', async () => {
  const aHash = await leastMs(3, () => hashPassword(String(randomInt(1_000_000))))
  const unknown = await leastMs(4, () =>
    signInBy(stranger(world), 'login', signInForm('wrong-one', 'nobody@example.jp')),
  )
  expect(unknown).toBeGreaterThan(aHash / 2)
})
