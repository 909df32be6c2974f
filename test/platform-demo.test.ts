import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callers, demoOperatorMail, demoPassword } from '#seed/people.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { createTestHome, startTestApp, type TestApp, type TestHome } from '#test/helpers/start-app.ts'

const startTimeoutMs = 60_000
const taro = callers[0]
const real = { NODE_ENV: 'production', BANK_ACCOUNT: 'こよい銀行 本店 普通 1234567' }

let home: TestHome
beforeAll(async () => {
  home = await createTestHome()
})
afterAll(() => home.remove())

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

const requestOperatorSignIn = async (url: string) => {
  const answer = await fetch(new URL('/api/operator/sign-in', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mail: demoOperatorMail, password: demoPassword }),
  })
  return { body: (await answer.json()) as object, cookie: cookiesOf(answer) }
}

const operatorMe = async (url: string, cookie: string): Promise<object> => {
  const answer = await fetch(new URL('/api/operator/me', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: '{}',
  })
  return (await answer.json()) as object
}

/** Signs in as the demo's first caller; returns the cookie of the session, or '' without one. */
const memberSignIn = async (url: string): Promise<string> => {
  const csrf = await fetch(new URL('/api/auth/csrf', url))
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const body = new URLSearchParams({
    csrfToken,
    json: 'true',
    email: taro?.mail ?? '',
    password: demoPassword,
  })
  const answer = await fetch(new URL('/api/auth/callback/login', url), {
    method: 'POST',
    headers: { cookie: cookiesOf(csrf) },
    body,
  })
  return /next-auth\.session-token=[^;]+/.exec(cookiesOf(answer))?.[0] ?? ''
}

const sessionOf = async (url: string, cookie: string): Promise<object> =>
  (await (await fetch(new URL('/api/auth/session', url), { headers: { cookie } })).json()) as object

const started = async <Answer>(
  options: { demo: boolean; env?: Record<string, string> },
  visit: (app: TestApp) => Promise<Answer>,
): Promise<Answer> => {
  const app = await startTestApp({ home, ...options })
  try {
    return await visit(app)
  } finally {
    await app.stop()
  }
}

test(
  'after a start without the demo, the public password and earlier sessions open nothing',
  async () => {
    const before = await started({ demo: true }, async ({ url }) => {
      const operator = await requestOperatorSignIn(url)
      expect(operator.body).toMatchObject({ step: 'enrol' })
      const member = await memberSignIn(url)
      expect(await sessionOf(url, member)).toMatchObject({ user: { id: taro?.id } })
      return { operator: operator.cookie, member }
    })
    await started({ demo: false }, async ({ url, context }) => {
      expect((await requestOperatorSignIn(url)).body).toMatchObject({ code: 'signInFailed' })
      expect(await operatorMe(url, before.operator)).toMatchObject({ code: 'notLoggedIn' })
      expect(await memberSignIn(url)).toBe('')
      expect(await sessionOf(url, before.member)).toEqual({})
      const payouts = await context.sql`select distinct state, refused_because from payout`
      expect([...payouts]).toEqual([{ state: 'refused', refused_because: 'デモは終了しました。' }])
      const audit = await context.sql`select action, subject from operator_audit order by id desc limit 1`
      expect([...audit]).toEqual([{ action: 'closeOperator', subject: `operator:${demoOperatorMail}` }])
    })
  },
  startTimeoutMs,
)

test(
  'a start with real payments is refused while points of test cards exist',
  async () => {
    const orderId = randomUUID()
    await started({ demo: false, env: real }, async ({ context }) => {
      await context.db
        .insertInto('purchase_order')
        .values({
          ...{
            id: orderId,
            member_id: taro?.id ?? '',
            course_id: 'c1000',
            method: 'card',
            gateway: 'sandbox',
          },
          ...{ price_yen: 1_000, captured_yen: 1_000, free_points: 0, bonus_points: 0 },
          ...{ confirmation_version: 'test', state: 'granted', captured_at: new Date() },
        })
        .execute()
    })
    await expect(started({ demo: false, env: real }, async () => 'started')).rejects.toThrow(
      'テスト用カードで買ったポイント',
    )
    await started({ demo: false }, async ({ context }) => {
      await context.sql`update purchase_order set state = 'refunded', refunded_yen = 1000 where id = ${orderId}`
    })
    await started({ demo: false, env: real }, async () => undefined)
  },
  startTimeoutMs,
)

test(
  'a start with real payments is refused once a demo member paid a real one',
  async () => {
    await started({ demo: false }, async ({ context }) => {
      const broadcaster = { id: '70000001', name: 'みお', role: 'broadcaster' } as const
      await context.db.insertInto('member').values(broadcaster).execute()
      const present = {
        key: 'p',
        payerId: taro?.id ?? '',
        payeeId: broadcaster.id,
        points: 100,
        purpose: 'present',
      }
      expect(await spendPoints(context.db, present)).not.toHaveProperty('refused')
    })
    await expect(started({ demo: false, env: real }, async () => 'started')).rejects.toThrow('デモの会員')
  },
  startTimeoutMs,
)
