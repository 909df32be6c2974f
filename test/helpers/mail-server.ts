import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  /** As it came over the wire, with its transfer encoding. */
  raw: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** The reply code for the next recipients; 250 accepts them. */
  reply: 250 | 450 | 550
  close(): Promise<void>
}

export const account = { user: 'koyoi', pass: 'hanabi-no-yoru' } as const

/** A real SMTP server on this machine that requires the account, accepts mail and passes it to the test. */
export const startMailServer = async (): Promise<MailServer> => {
  const state: Pick<MailServer, 'received' | 'reply'> = { received: [], reply: 250 }
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === account.user && password === account.pass
        ? done(null, { user: username })
        : done(new Error('no such account')),
    onRcptTo: (_address, _session, done) =>
      state.reply === 250
        ? done()
        : done(Object.assign(new Error('not now, taro@example.jp'), { responseCode: state.reply })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        state.received.push({ to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(state, {
    url: `smtp://${account.user}:${account.pass}@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

/** The subject and the text of a mail of one part. */
export const readMail = (raw: string): { subject: string; text: string; headers: string } => {
  const [headers = '', ...rest] = raw.split('\r\n\r\n')
  const unfolded = headers.replace(/\r\n[ \t]/g, ' ')
  const words = /^Subject: (.*)$/m.exec(unfolded)?.[1] ?? ''
  const subject = words
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi, (_all, way: string, coded: string) =>
      way.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : quotedText(coded.replaceAll('_', ' ')),
    )
  const body = rest.join('\r\n\r\n')
  const isBase64 = /^Content-Transfer-Encoding: base64$/im.test(unfolded)
  return {
    subject,
    headers: unfolded,
    text: isBase64 ? Buffer.from(body, 'base64').toString('utf8') : quotedText(body.replace(/=\r\n/g, '')),
  }
}

const quotedText = (coded: string): string =>
  Buffer.from(
    coded.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
