import { expect } from 'vitest'
import type { Context } from '#server/context.ts'
import { decryptSms } from '#server/outbox/encrypted-sms.ts'
import { sendDueSms } from '#server/outbox/send-sms.ts'
import { openTwilioStandIn, type TwilioStandIn } from '#test/helpers/stand-ins/twilio-stand-in.ts'
import { type AuthWorld, type Browser, createAuthWorld, registrationForm } from '../auth-world.ts'

export interface PhoneWorld extends AuthWorld {
  twilio: TwilioStandIn
}

/** A world with a Twilio of its own. */
export const createPhoneWorld = async (env: Record<string, string> = {}): Promise<PhoneWorld> => {
  const twilio = await openTwilioStandIn()
  const world = await createAuthWorld({
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+815012345678',
    TWILIO_API_URL: twilio.url,
    ...env,
  })
  return {
    ...world,
    twilio,
    close: async () => {
      await world.close()
      await twilio.close()
    },
  }
}

export interface Answer {
  type: string
  code?: string
  message?: string
  pending?: { maskedNumber: string; expiresInSec: number; resendInSec: number }
  phone?: { maskedNumber: string; verifiedAt: string }
  grantedPoints?: number
  phoneStatus?: Record<string, unknown>
}

export const post = async (browser: Browser, path: string, input: object): Promise<Answer> => {
  const response = await browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Answer
}

export const requestCode = (browser: Browser, phoneNumber: string) =>
  post(browser, '/api/auth/send-phone-auth-code', { phoneNumber })
export const typeCode = (browser: Browser, code: string) =>
  post(browser, '/api/auth/verify-phone-auth-code', { code })
export const phoneStatus = async (browser: Browser) =>
  (await post(browser, '/api/get-phone-number', {})).phoneStatus

let networks = 0
/** Each from a network of its own. */
export const stranger = (world: AuthWorld): Browser => {
  networks += 1
  return world.browser(`198.51.${100 + Math.floor(networks / 250)}.${networks % 250}`)
}

/** A member who has just registered by a nickname. */
export const newMember = async (world: AuthWorld, browser = stranger(world)): Promise<Browser> => {
  await browser.post('/api/auth/callback/register', registrationForm('はなこ'))
  return browser
}

let numbers = 0
export const newNumber = (): string => {
  numbers += 1
  return `090${String(10_000_000 + numbers * 7)}`
}

/** The code in a text. */
export const codeIn = (text: string | undefined): string => /\d{6}/.exec(text ?? '')?.[0] ?? ''

/** Another code than this one, also of six digits. */
export const wrongCode = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** The texts queued for a member, and those that a demo stores. */
export const textsTo = async (
  context: Pick<Context, 'db' | 'secret'>,
  memberId: string,
): Promise<string[]> => {
  const rows = await context.db
    .selectFrom('outgoing_sms')
    .select(['id', 'encrypted'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ id, encrypted }) => (encrypted && decryptSms(context, id, encrypted)?.text) ?? [])
}

export const idOf = async (browser: Browser): Promise<string> => (await browser.session()).user?.id ?? ''

/** What a test does with the phone numbers of its world. */
export const phoneSteps = (world: () => PhoneWorld) => {
  const member = () => newMember(world())

  /** The codes texted to a number so far, the newest last. */
  const codesTo = async (number: string): Promise<string[]> => {
    await sendDueSms(world().context)
    return world()
      .twilio.received.filter(({ to }) => to === `+81${number.slice(1)}`)
      .map(({ text }) => codeIn(text))
  }

  const newCode = async (browser: Browser, number: string): Promise<string> => {
    const before = (await codesTo(number)).length
    expect(await requestCode(browser, number)).toMatchObject({ type: 'success' })
    const codes = await codesTo(number)
    expect(codes).toHaveLength(before + 1)
    return codes.at(-1) ?? ''
  }

  const verify = async (browser: Browser, number: string) => typeCode(browser, await newCode(browser, number))

  return { member, codesTo, newCode, verify }
}
