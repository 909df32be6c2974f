import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/lifecycle/log.ts'
import { sendDueMail } from '#server/outbox/send-mail.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

/** All lines of the log. */
const lines: string[] = []
let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    takeLine: (line) => lines.push(line),
    env: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@koyoi.example',
      PUBLIC_URL: 'http://koyoi.example',
    },
  })
})
afterAll(() => world.close())

const address = '198.51.100.23'
const secrets = {
  name: 'ひみつのなまえ',
  mail: 'himitsu.no.hito@example.jp',
  password: 'correct horse battery staple 42',
  text: '今夜はハーブティーの話をしましょう',
  review: 'とても落ち着いた声で、ゆっくり話せました。',
  report: '約束とちがうことを言われました',
  agent: 'HimitsuBrowser/7.3',
}

const post = async (path: string, body: unknown, cookie = '') =>
  world.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'user-agent': secrets.agent },
      body: JSON.stringify(body),
    },
    address,
  )

const nothingOf = (known: readonly string[]) => {
  const log = lines.join('')
  for (const secret of known) expect(log).not.toContain(secret)
}

it('the log of an evening names nobody and opens nothing', async () => {
  const caller = await world.caller(3_000)
  const broadcaster = await world.broadcaster()
  await world.database.db
    .updateTable('member')
    .set({ name: secrets.name, email: secrets.mail })
    .where('id', '=', caller.id)
    .execute()
  const done = async (answer: Promise<object>) => expect(await answer).toMatchObject({ type: 'success' })
  await done(
    caller.request('sendTextMessage', {
      messageId: randomUUID(),
      partnerId: broadcaster.id,
      text: secrets.text,
    }),
  )
  const rung = await caller.request('sendCallRequest', {
    callId: randomUUID(),
    partnerId: broadcaster.id,
    callType: 'video',
  })
  if (rung.type === 'error') throw new Error(rung.code)
  const tokens = [rung.rtc_channel_token, rung.rtm_channel_token]
  await done(
    caller.request('addReport', {
      reportId: randomUUID(),
      partnerId: broadcaster.id,
      surface: 'profile',
      reason: 'harassment',
      text: secrets.report,
    }),
  )
  await caller.request('postUserReview', {
    target_user_id: broadcaster.id,
    user_id: caller.id,
    score: 5,
    description: secrets.review,
    token: caller.viewer.token,
  })
  // Without a CSRF token: the content of refused requests must not be logged either.
  await post('/api/auth/callback/login', { email: secrets.mail, password: secrets.password })
  expect((await post('/api/password-reset-request', { email: secrets.mail })).status).toBe(200)
  await expect
    .poll(() => world.database.sql`select 1 from outgoing_mail`, { timeout: 10_000 })
    .not.toHaveLength(0)
  await sendDueMail(world.context)
  expect(lines.join('')).toContain('"mail-not-sent"')
  nothingOf([
    ...Object.values(secrets),
    address,
    caller.cookie,
    caller.viewer.token,
    broadcaster.cookie,
    ...tokens,
  ])
})

it('neither does the log of a failure', async () => {
  const caller = await world.caller(3_000)
  const broadcaster = await world.broadcaster()
  await world.database.sql`alter table chat_message rename to chat_message_away`
  await caller.request('sendTextMessage', {
    messageId: randomUUID(),
    partnerId: broadcaster.id,
    text: secrets.text,
  })
  await world.database.sql`alter table chat_message_away rename to chat_message`
  expect(lines.join('')).toContain('"request-failed"')
  nothingOf([secrets.text, caller.cookie, caller.viewer.token])
})

it('what PostgreSQL quotes of a row or of a value stays out of it', async () => {
  const written: string[] = []
  const log = createLog('error', (line) => written.push(line) > 0)
  const { sql } = world.database
  const [caller, other] = [await world.caller(), await world.caller()]
  const mail = `another.${secrets.mail}`
  await sql`update member set email = ${mail} where id = ${caller.id}`
  const failures = [
    () => sql`update member set email = ${mail} where id = ${other.id}`,
    () => sql`select (${secrets.text}::text)::bigint`,
  ]
  for (const fail of failures) {
    const error = await fail().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    log.error('failed', { error })
  }
  expect(written).toHaveLength(2)
  expect(written[0]).toContain('member_email')
  expect(written[1]).toContain('invalid input syntax for type bigint')
  expect(written.join('')).not.toContain(secrets.mail)
  expect(written.join('')).not.toContain(secrets.text)
})
