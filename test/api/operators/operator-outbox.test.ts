import { expect, test } from 'vitest'
import { addMail } from '#server/outbox/add-mail.ts'
import { addSms } from '#server/outbox/add-sms.ts'
import { sendDueMail } from '#server/outbox/send-mail.ts'
import { sendDueSms } from '#server/outbox/send-sms.ts'
import { taro } from '../account/auth-world.ts'
import { createOperatorWorld, granted } from './operator-world.ts'

const hourMs = 3_600_000

test('the demo shows its operator the mail and SMS that would have been sent, and logs each look', async () => {
  const world = await createOperatorWorld({ DEMO: 'true' })
  const add = (subject: string) =>
    world.context.db.transaction().execute((tx) =>
      addMail(world.context, tx, {
        memberId: taro.id,
        to: taro.email,
        subject,
        text: `${subject}の本文`,
        expiresAt: new Date(world.clock.nowMs + hourMs),
      }),
    )
  await add('はじめ')
  await sendDueMail(world.context)
  world.clock.nowMs += 1_000
  await add('つぎ')
  const at = await world.signedIn()
  await world.context.db.transaction().execute((tx) =>
    addSms(world.context, tx, {
      memberId: taro.id,
      to: '+819012345678',
      text: 'コードは 012345 です',
      expiresAt: new Date(world.clock.nowMs + hourMs),
    }),
  )
  await sendDueSms(world.context)
  const { mails, texts } = granted(await at.request('operatorOutbox', {}))
  expect(texts).toMatchObject([{ memberId: taro.id, to: '+819012345678', text: 'コードは 012345 です' }])
  expect(mails.map(({ to, subject, text }) => ({ to, subject, text }))).toEqual([
    { to: taro.email, subject: 'つぎ', text: 'つぎの本文' },
    { to: taro.email, subject: 'はじめ', text: 'はじめの本文' },
  ])
  expect((await world.audit()).at(-1)).toMatchObject({ action: 'operatorOutbox', operator: world.mail })
  await world.close()
})

test('an operator cannot read mail and SMS that are really sent', async () => {
  const world = await createOperatorWorld({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@koyoi.example',
    PUBLIC_URL: 'http://localhost',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_FROM: 'Koyoi',
  })
  const at = await world.signedIn()
  expect(await at.request('operatorOutbox', {})).toMatchObject({ code: 'outboxClosed' })
  world.context.mailer.stop()
  await world.close()
})
