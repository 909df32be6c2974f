import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { signInLimits } from '#domain/account/limits.ts'
import { createQueue, hashPassword, passwordFits } from '#server/credentials/passwords.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import {
  type AuthWorld,
  type Browser,
  createAuthWorld,
  createBrowser,
  signInForm,
  taro,
} from './auth-world.ts'

const minuteMs = 60_000
const everywhereMax = signInLimits.everywhere.failuresMax
const wrong = refusals.signInFailed.message
const tooOften = refusals.signInTooOften.message

let world: AuthWorld

beforeAll(async () => {
  world = await createAuthWorld()
})
beforeEach(async () => {
  await world.database.db.deleteFrom('sign_in_failure').execute()
})
afterAll(() => world.close())

let addresses = 0
/** A browser with an address that nobody has used. */
const stranger = (): Browser => {
  addresses += 1
  return world.browser(`198.51.100.${addresses}`)
}

/** The sentence with which a sign-in fails; null when it succeeds. */
const tryAs = async (browser: Browser, password: string, email = taro.email): Promise<string | null> => {
  const { status, url } = await browser.post('/api/auth/callback/login', signInForm(password, email))
  const error = url.searchParams.get('error')
  expect(status).toBe(error === null ? 200 : 401)
  return error
}

const failTimes = async (times: number, browser: () => Browser, email?: string) => {
  for (let index = 0; index < times; index += 1) expect(await tryAs(browser(), 'wrong', email)).toBe(wrong)
}

describe('signing in', () => {
  it.each([taro.email, ' TARO@Example.JP ', 'ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ'])(
    'accepts %s as the mail address',
    async (email) => {
      const browser = stranger()
      expect(await tryAs(browser, taro.password, email)).toBeNull()
      expect(await browser.session()).toMatchObject({ user: { id: taro.id, isFirstRegister: false } })
    },
  )

  it('gives an unknown account, one without a password and a wrong password the same answer', async () => {
    await world.database.db
      .insertInto('member')
      .values({ id: '30000001', name: 'パスワードなし', email: 'none@example.jp' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    expect(await tryAs(stranger(), 'wrong')).toBe(wrong)
    expect(await tryAs(stranger(), 'wrong', 'nobody@example.jp')).toBe(wrong)
    expect(await tryAs(stranger(), 'wrong', 'none@example.jp')).toBe(wrong)
    expect(await tryAs(stranger(), '', 'none@example.jp')).toBe(wrong)
  })

  it('is a line of the log, with the member’s id, or the code of the refusal alone', async () => {
    world.logged.length = 0
    await tryAs(stranger(), 'wrong')
    await tryAs(stranger(), taro.password)
    const lines = world.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ event }) => String(event).startsWith('sign-in'))).toEqual([
      expect.objectContaining({ event: 'sign-in-refused', provider: 'login', code: 'signInFailed' }),
      expect.objectContaining({ event: 'sign-in', provider: 'login', memberId: taro.id }),
    ])
    expect(world.logged.join('')).not.toMatch(/taro@|tsuki|198[.]51|203[.]0/)
  })

  it('counts an unknown account like any other, so that the limit reveals nothing either', async () => {
    await failTimes(everywhereMax, stranger, 'nobody@example.jp')
    expect(await tryAs(stranger(), 'wrong', 'nobody@example.jp')).toBe(tooOften)
  })

  it('is limited where it succeeds, too, so that one account can’t occupy the hashes of all', async () => {
    const { limits } = world.context
    const { passwordSignIn } = limits
    limits.passwordSignIn = createRateLimit({ max: 2, windowMs: minuteMs, now: world.context.now })
    try {
      const known = stranger()
      expect(await tryAs(known, taro.password)).toBeNull()
      for (const expected of [null, null, refusals.tooManyRequests.message])
        expect(await tryAs(known, taro.password)).toBe(expected)
      expect(await tryAs(stranger(), taro.password)).toBeNull()
      world.clock.nowMs += minuteMs
      expect(await tryAs(known, taro.password)).toBeNull()
    } finally {
      limits.passwordSignIn = passwordSignIn
    }
  })

  it.each([
    ['a password with NUL', taro.email, 'a\0b'],
    ['a mail address with NUL', 'a\0b@example.jp', 'x'],
    ['an endless password', taro.email, 'x'.repeat(5_000)],
    ['an endless mail address', `${'x'.repeat(5_000)}@example.jp`, 'x'],
    ['SQL', "' or 1=1 --", "' or 1=1 --"],
  ])('refuses %s', async (_name, email, password) => {
    expect(await tryAs(stranger(), password, email)).toBe(wrong)
  })
})

describe('the back-off', () => {
  it('holds an account for 60 s after five failures of one network', async () => {
    const browser = stranger()
    await failTimes(5, () => browser)
    world.clock.nowMs += minuteMs
    // Then the network starts from zero, but the account within it doesn't.
    await failTimes(1, () => browser)
    expect(await tryAs(world.browser(browser.address), taro.password)).toBe(tooOften)
    world.clock.nowMs += minuteMs - 1
    expect(await tryAs(world.browser(browser.address), taro.password)).toBe(tooOften)
    world.clock.nowMs += 1
    expect(await tryAs(world.browser(browser.address), taro.password)).toBeNull()
  })

  it('does not apply to another network: a few guesses from elsewhere lock nobody out', async () => {
    const guesser = stranger()
    await failTimes(5, () => guesser)
    expect(await tryAs(stranger(), taro.password)).toBeNull()
  })

  it('holds an account in every network after many failures, no matter how many networks they came from', async () => {
    await failTimes(everywhereMax, stranger)
    expect(await tryAs(stranger(), taro.password)).toBe(tooOften)
    world.clock.nowMs += minuteMs
    await failTimes(1, stranger)
    expect(await tryAs(stranger(), taro.password)).toBe(tooOften)
    world.clock.nowMs += minuteMs
    expect(await tryAs(stranger(), taro.password)).toBeNull()
  })

  it('never holds a known browser of the account because of others’ attempts, in its own network or elsewhere', async () => {
    const own = stranger()
    expect(await tryAs(own, taro.password)).toBeNull()
    await failTimes(everywhereMax - 5, stranger)
    const neighbour = world.browser(own.address)
    await failTimes(5, () => neighbour)
    expect(await tryAs(stranger(), taro.password)).toBe(tooOften)
    expect(await tryAs(neighbour, taro.password)).toBe(tooOften)
    expect(await tryAs(own, taro.password)).toBeNull()
  })

  it('holds a known browser of the account because of its own failures', async () => {
    const own = stranger()
    expect(await tryAs(own, taro.password)).toBeNull()
    await failTimes(5, () => own)
    expect(await tryAs(own, taro.password)).toBe(tooOften)
    expect(await tryAs(stranger(), taro.password)).toBeNull()
  })

  it('holds an address for 60 s after five failures, whatever accounts they tried', async () => {
    const browser = stranger()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await failTimes(1, () => browser, `${name}@example.jp`)
    expect(await tryAs(browser, taro.password)).toBe(tooOften)
    expect(await tryAs(stranger(), taro.password)).toBeNull()
    world.clock.nowMs += minuteMs
    expect(await tryAs(browser, taro.password)).toBeNull()
  })

  it('counts a whole IPv6 network as one address', async () => {
    const hosts = ['1', '2', '3', '4', '5', '6'].map((host) => world.browser(`2001:db8:1:2::${host}`))
    for (const [index, host] of hosts.slice(0, 5).entries())
      await failTimes(1, () => host, `ipv6-${index}@example.jp`)
    expect(await tryAs(hosts[5] ?? stranger(), taro.password)).toBe(tooOften)
    expect(await tryAs(world.browser('2001:db8:1:3::1'), taro.password)).toBeNull()
  })

  it('clears an account’s failures when its owner signs in', async () => {
    const own = stranger()
    expect(await tryAs(own, taro.password)).toBeNull()
    await failTimes(4, () => own)
    expect(await tryAs(own, taro.password)).toBeNull()
    await failTimes(4, () => own)
    expect(await tryAs(own, taro.password)).toBeNull()
  })

  it('keeps counting an address when a guesser signs in to another account in between', async () => {
    const browser = stranger()
    await failTimes(4, () => browser, 'victim@example.jp')
    expect(await tryAs(browser, taro.password)).toBeNull()
    await failTimes(1, () => browser, 'victim2@example.jp')
    expect(await tryAs(browser, 'wrong', 'victim3@example.jp')).toBe(tooOften)
  })

  it('applies in all processes and after a restart', async () => {
    await failTimes(everywhereMax, stranger)
    const other = await world.startProcess()
    expect(await tryAs(createBrowser(other.serve, undefined, '192.0.2.77'), taro.password)).toBe(tooOften)
  })

  it('cannot be avoided by concurrent guesses', async () => {
    await failTimes(everywhereMax - 5, stranger)
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryAs(stranger(), 'wrong')))
    // Two are checked at a time, so one may still be running when the last failure is written.
    expect(answers.filter((answer) => answer === wrong).length).toBeLessThanOrEqual(6)
    expect(answers.filter((answer) => answer === tooOften).length).toBeGreaterThanOrEqual(14)
  })

  it('lets many people of one address sign in at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryAs(world.browser('192.0.2.1'), taro.password)),
    )
    expect(answers).toEqual(Array(12).fill(null))
  })

  it('stores neither mail addresses nor IP addresses', async () => {
    const browser = stranger()
    await failTimes(1, () => browser)
    const rows = JSON.stringify(await world.database.db.selectFrom('sign_in_failure').selectAll().execute())
    expect(rows).toContain('account:')
    expect(rows).not.toContain('taro')
    expect(rows).not.toContain(browser.address)
    expect(world.logged.join('')).not.toMatch(/taro|198\.51/)
  })
})

describe('passwords', () => {
  it('are argon2id with the parameters of OWASP', async () => {
    const stored = await hashPassword('himitsu')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordFits(stored, 'himitsu')).toBe(true)
    expect(await passwordFits(stored, 'himitsU')).toBe(false)
    expect(await passwordFits(null, 'himitsu')).toBe(false)
    expect(await passwordFits('broken', 'himitsu')).toBe(false)
  })

  it('are checked a few at a time, and a flood is refused', async () => {
    const queue = createQueue({ running: 2, waiting: 3 })
    const open: (() => void)[] = []
    let most = 0
    let running = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => open.push(resolve))
      running -= 1
      return 'done'
    }
    const answers = Array.from({ length: 7 }, () => queue.run(work))
    expect(await answers[5]).toBeNull()
    expect(await answers[6]).toBeNull()
    for (let done = 0; done < 5; done += 1) {
      open.shift()?.()
      await answers[done]
    }
    expect(await Promise.all(answers.slice(0, 5))).toEqual(Array(5).fill('done'))
    expect(most).toBe(2)
    // Work that throws frees its slot, too.
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run(async () => 'next')).toBe('next')
  })
})
