import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSmtp } from '#adapters/mail/smtp.ts'
import { account, type MailServer, readMail, startMailServer } from '#test/helpers/mail-server.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())

const mail = (change: object = {}) => ({
  id: randomUUID(),
  to: 'taro@example.jp',
  subject: '【今宵】パスワードの再設定',
  text: '太郎 さん\r\n\r\nhttps://koyoi.example/reset-password#abc=def\r\n.\r\nおわり\r\n',
  ...change,
})

const sending = async (url: string, change: object = {}) => {
  const sender = createSmtp({ url, from: '今宵 <no-reply@koyoi.example>' })
  try {
    return await sender.send(mail(change))
  } finally {
    sender.stop()
  }
}

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

it('hands a mail over, Japanese and all, to the one address', async () => {
  const sent = mail()
  expect(await sending(server.url, sent)).toEqual({ outcome: 'sent' })
  const received = server.received.at(-1)
  const { subject, text, headers } = readMail(received?.raw ?? '')
  expect(received?.to).toEqual(['taro@example.jp'])
  expect(subject).toBe(sent.subject)
  expect(text.trimEnd()).toBe(sent.text.trimEnd())
  expect(headers).toContain(`Message-ID: <${sent.id}@127.0.0.1>`)
  expect(headers).toContain('Auto-Submitted: auto-generated')
  expect(headers).toMatch(/^From: .*<no-reply@koyoi\.example>$/m)
})

it('no line break in what a member wrote becomes a header, and no comma a second recipient', async () => {
  const before = server.received.length
  await sending(server.url, { subject: '件名\r\nBcc: all@example.jp' })
  await sending(server.url, { to: 'taro@example.jp, all@example.jp' })
  for (const { to, raw } of server.received.slice(before)) {
    expect(to).not.toContain('all@example.jp')
    expect(raw).not.toMatch(/^Bcc:/m)
  }
})

it.each([
  [550, { outcome: 'refused', reason: '550' }],
  [450, { outcome: 'later', reason: '450' }],
] as const)('of a server that answers %i only the code is reported', async (reply, expected) => {
  server.reply = reply
  expect(await sending(server.url)).toEqual(expected)
  server.reply = 250
})

it('a wrong password of ours is no fault of the mail', async () => {
  expect(await sending(server.url.replace(account.pass, 'wrong'))).toMatchObject({ outcome: 'later' })
})

it('no server: later', async () => {
  const server = createServer()
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  expect(await sending(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'later' })
})

it('a server that says nothing holds a mail up for no more than its patience', async () => {
  const mute = createServer(() => undefined)
  expect(await sending(`smtp://127.0.0.1:${await portOf(mute)}`)).toMatchObject({ outcome: 'later' })
  mute.close()
}, 30_000)
