import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueSms } from '#server/outbox/send-sms.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { twilioError } from '#test/helpers/stand-ins/twilio-stand-in.ts'
import type { Browser } from '../auth-world.ts'
import {
  createPhoneWorld,
  idOf,
  newMember,
  newNumber,
  type PhoneWorld,
  phoneSteps,
  requestCode,
  stranger,
  typeCode,
  wrongCode,
} from './phone-steps.ts'

const minuteMs = 60_000
let world: PhoneWorld
const { member, codesTo, newCode, verify } = phoneSteps(() => world)
beforeAll(async () => {
  world = await createPhoneWorld()
})
afterAll(() => world.close())

describe('a code', () => {
  it('lives ten minutes', async () => {
    const browser = await member()
    const number = newNumber()
    const code = await newCode(browser, number)
    world.clock.nowMs += 10 * minuteMs
    expect(await typeCode(browser, code)).toMatchObject({ code: 'phoneCodeGone' })
    const next = await newCode(browser, number)
    world.clock.nowMs += 10 * minuteMs - 1
    expect(await typeCode(browser, next)).toMatchObject({ type: 'success' })
  })

  it('accepts five attempts, and not even the right digits afterwards', async () => {
    const browser = await member()
    const number = newNumber()
    const code = await newCode(browser, number)
    const answers = []
    for (const by of [1, 2, 3, 4, 5]) answers.push((await typeCode(browser, wrongCode(code, by))).code)
    expect(answers).toEqual([...Array(4).fill('phoneCodeWrong'), 'phoneCodeGone'])
    expect(await typeCode(browser, code)).toMatchObject({ code: 'phoneCodeGone' })
    world.clock.nowMs += minuteMs
    expect(await verify(browser, number)).toMatchObject({ type: 'success' })
  })

  it('accepts five attempts, also of thirty at once', async () => {
    const browser = await member()
    const code = await newCode(browser, newNumber())
    const guesses = Array.from({ length: 30 }, (_, nth) => wrongCode(code, nth + 1))
    const answers = await Promise.all(guesses.map((guess) => typeCode(browser, guess)))
    expect(answers.filter((answer) => answer.code === 'phoneCodeWrong')).toHaveLength(4)
    expect(answers.filter((answer) => answer.code === 'phoneCodeGone')).toHaveLength(26)
    expect(await typeCode(browser, code)).toMatchObject({ code: 'phoneCodeGone' })
  })

  it('opens once', async () => {
    const browser = await member()
    const code = await newCode(browser, newNumber())
    const answers = await Promise.all([typeCode(browser, code), typeCode(browser, code)])
    expect(answers.map((answer) => answer.code ?? 'taken').sort()).toEqual(['phoneCodeGone', 'taken'])
  })

  it('ends with the next one, and is valid for its own account alone', async () => {
    const browser = await member()
    const number = newNumber()
    const first = await newCode(browser, number)
    world.clock.nowMs += minuteMs
    const second = await newCode(browser, number)
    expect(await typeCode(await member(), second)).toMatchObject({ code: 'phoneCodeGone' })
    // One in a million times it is the same code again.
    if (first !== second) expect(await typeCode(browser, first)).toMatchObject({ code: 'phoneCodeWrong' })
    expect(await typeCode(browser, second)).toMatchObject({ type: 'success' })
  })

  it('is in no table and no log in the clear, and neither is the number', async () => {
    const browser = await member()
    const number = newNumber()
    await requestCode(browser, number)
    const waiting = await rowsOf(await idOf(browser))
    const code = (await codesTo(number)).at(-1) ?? ''
    await typeCode(browser, code)
    const stored = [waiting, await rowsOf(await idOf(browser)), world.logged.join()].join()
    for (const secret of [number, number.slice(3), code]) expect(stored).not.toContain(secret)
    expect(stored).toContain('"encrypted": null')
  })
})

const rowsOf = async (memberId: string): Promise<string> => {
  const rows = await world.database.sql`
    select to_jsonb(s)::text as row from outgoing_sms s where member_id = ${memberId}
    union all select (to_jsonb(c) - 'id')::text from phone_code c where member_id = ${memberId}
    union all select to_jsonb(p)::text from member_phone p where member_id = ${memberId}
    union all select to_jsonb(m.phone_keys)::text from member m where id = ${memberId}
    union all select (to_jsonb(g) - 'created_at')::text from phone_grant g where member_id = ${memberId}`
  return rows.map(({ row }) => row as string).join()
}

describe('the number of codes is limited', () => {
  it('to one a minute, also when they are requested at once', async () => {
    const browser = await member()
    const answers = await Promise.all([1, 2, 3, 4].map(() => requestCode(browser, newNumber())))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'phoneCodeTooOften')).toHaveLength(3)
    world.clock.nowMs += minuteMs - 1
    expect(await requestCode(browser, newNumber())).toMatchObject({ code: 'phoneCodeTooOften' })
    world.clock.nowMs += 1
    expect(await requestCode(browser, newNumber())).toMatchObject({ type: 'success' })
  })

  it('to three an hour for an account’s number, and the server says how long to wait', async () => {
    const browser = await member()
    const number = newNumber()
    const waits = []
    for (const _ of [1, 2, 3]) {
      waits.push((await requestCode(browser, number)).pending?.resendInSec)
      world.clock.nowMs += 2 * minuteMs
    }
    expect(waits).toEqual([60, 60, 56 * 60])
    expect(await requestCode(browser, number)).toMatchObject({ code: 'phoneCodeTooOften' })
    expect(await requestCode(browser, newNumber())).toMatchObject({ type: 'success' })
    world.clock.nowMs += 54 * minuteMs
    expect(await requestCode(browser, number)).toMatchObject({ type: 'success' })
    // That was the fifth of the day.
    world.clock.nowMs += 120 * minuteMs
    expect(await requestCode(browser, newNumber())).toMatchObject({ code: 'phoneCodeTooOften' })
    world.clock.nowMs += 21 * 60 * minuteMs
    expect(await requestCode(browser, newNumber())).toMatchObject({ type: 'success' })
  })

  it('without revealing that others have used up a number’s limit', async () => {
    const number = newNumber()
    const accounts = await Promise.all([1, 2, 3, 4, 5].map(member))
    const answers = await Promise.all(accounts.map((browser) => requestCode(browser, number)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await codesTo(number)).toHaveLength(3)
    // A withheld code doesn't count, or the number would be locked for good.
    world.clock.nowMs += 60 * minuteMs
    expect(await verify(await member(), number)).toMatchObject({ type: 'success' })
  })

  it('and a withheld code opens nothing: nobody has read it, so it is guessed', async () => {
    const number = newNumber()
    for (const _ of [1, 2, 3]) await requestCode(await member(), number)
    const browser = await member()
    await requestCode(browser, number)
    const memberId = await idOf(browser)
    const [code] = await world.database.sql`select id, is_sent from phone_code where member_id = ${memberId}`
    expect(code?.is_sent).toBe(false)
    const guessed = keyedHash(world.context.secret, 'phoneCode', `${code?.id}:123456`)
    await world.database.sql`update phone_code set code_key = ${guessed} where member_id = ${memberId}`
    expect(await typeCode(browser, '123456')).toMatchObject({ code: 'phoneCodeWrong' })
  })

  it('to six a day for a number, from all accounts together', async () => {
    const number = newNumber()
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      expect(await requestCode(await member(), number)).toMatchObject({ type: 'success' })
      await codesTo(number)
      world.clock.nowMs += 30 * minuteMs
    }
    expect(await codesTo(number)).toHaveLength(6)
  })

  it('to twenty an hour for a network, also at once', async () => {
    const { address } = stranger(world)
    const browsers = []
    for (const _ of Array(24)) browsers.push(await newMember(world, world.browser(address)))
    const answers = await Promise.all(browsers.map((browser) => requestCode(browser, newNumber())))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(20)
    expect(answers.filter(({ code }) => code === 'phoneCodeTooOften')).toHaveLength(4)
    world.clock.nowMs += 60 * minuteMs
    const late = browsers[answers.findIndex(({ code }) => code)] as Browser
    expect(await requestCode(late, newNumber())).toMatchObject({ type: 'success' })
  })
})

it('sixty an hour go to the networks of one IPv6 site, whose owner changes them at will', async () => {
  const codes: (string | undefined)[] = []
  for (let network = 1; network <= 61; network += 1) {
    const browser = await newMember(world, world.browser(`2001:db8:7:${network}::1`))
    codes.push((await requestCode(browser, newNumber())).code)
  }
  expect(codes.slice(0, 60).every((code) => code === undefined)).toBe(true)
  expect(codes.at(-1)).toBe('phoneCodeTooOften')
  const elsewhere = await newMember(world, world.browser('2001:db8:8:1::1'))
  expect(await requestCode(elsewhere, newNumber())).toMatchObject({ type: 'success' })
  // Nobody waits for these, and the texts of the next tests would.
  await world.database.sql`delete from outgoing_sms`
})

describe('a text', () => {
  const tries = async (browser: Browser) => {
    await sendDueSms(world.context)
    const [row] = await world.database.sql`
      select tries, failure, sent_at is not null as sent, given_up_at is not null as given_up, encrypted is null as forgotten
      from outgoing_sms where member_id = ${await idOf(browser)}`
    return row
  }

  it('is sent again while the service is down, and dropped after ten minutes', async () => {
    const browser = await member()
    world.twilio.answers.push(...Array(10).fill({ status: 503 }))
    await requestCode(browser, newNumber())
    expect(await tries(browser)).toMatchObject({ tries: 1, failure: 'status 503', sent: false })
    world.clock.nowMs += 10_000
    expect(await tries(browser)).toMatchObject({ tries: 2 })
    world.clock.nowMs += minuteMs
    expect(await tries(browser)).toMatchObject({ tries: 3, given_up: false, forgotten: false })
    world.clock.nowMs += 10 * minuteMs
    expect(await tries(browser)).toMatchObject({ tries: 3, given_up: true, forgotten: true })
    world.twilio.answers.length = 0
  })

  it('that could not be sent is sent when the service is back', async () => {
    const browser = await member()
    const number = newNumber()
    world.twilio.answers.push({ status: 503 })
    await requestCode(browser, number)
    expect(await codesTo(number)).toEqual([])
    world.clock.nowMs += 10_000
    const [code = ''] = await codesTo(number)
    expect(await typeCode(browser, code)).toMatchObject({ type: 'success' })
  })

  it('that was replaced while it waited is never sent', async () => {
    const browser = await member()
    const number = newNumber()
    world.twilio.answers.push({ status: 503 })
    await requestCode(browser, number)
    expect(await codesTo(number)).toEqual([])
    world.clock.nowMs += minuteMs
    await requestCode(browser, number)
    const codes = await codesTo(number)
    expect(codes).toHaveLength(1)
    expect(await typeCode(browser, codes[0] ?? '')).toMatchObject({ type: 'success' })
  })

  it('to a number that cannot be texted is dropped at once', async () => {
    const browser = await member()
    world.twilio.answers.push(twilioError(400, 21614))
    await requestCode(browser, newNumber())
    expect(await tries(browser)).toMatchObject({
      tries: 1,
      failure: '21614',
      given_up: true,
      forgotten: true,
    })
  })

  it('is sent once, however many processes send', async () => {
    const browser = await member()
    const number = newNumber()
    const beside = await world.startProcess()
    await requestCode(browser, number)
    await Promise.all([world.context, beside.context, world.context].map(sendDueSms))
    expect(await codesTo(number)).toHaveLength(1)
  })
})
