import { openRawStandIn, type RawAnswer, type RawRequest } from './raw-stand-in.ts'

interface TwilioMessage {
  to: string
  text: string
  from: string | null
  serviceSid: string | null
}

export interface TwilioStandIn {
  url: string
  accountSid: string
  authToken: string
  /** The accepted messages, the oldest first. */
  received: TwilioMessage[]
  /** The answers to the next requests; without one a message is accepted. */
  answers: RawAnswer[]
  close(): Promise<void>
}

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const authToken = 'fedcba9876543210'.repeat(2)

/** Twilio's format of an error: https://www.twilio.com/docs/usage/twilios-response */
export const twilioError = (status: number, code: number): RawAnswer => ({
  status,
  body: {
    code,
    message: `The 'To' number +819012345678 …`,
    more_info: 'https://www.twilio.com/docs',
    status,
  },
})

/** Twilio's Messages resource on this machine. */
export const openTwilioStandIn = async (): Promise<TwilioStandIn> => {
  const handle = (request: RawRequest): RawAnswer => {
    if (request.path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return twilioError(404, 20404)
    const login = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
    if (request.headers.authorization !== `Basic ${login}`) return twilioError(401, 20003)
    const answer = standIn.answers.shift()
    if (answer) return answer
    const form = new URLSearchParams(request.body.toString('utf8'))
    standIn.received.push({
      to: form.get('To') ?? '',
      text: form.get('Body') ?? '',
      from: form.get('From'),
      serviceSid: form.get('MessagingServiceSid'),
    })
    return { status: 201, body: { sid: `SM${'0'.repeat(32)}`, status: 'queued', error_code: null } }
  }
  const server = await openRawStandIn(handle)
  const standIn: TwilioStandIn = {
    url: server.url,
    accountSid,
    authToken,
    received: [],
    answers: [],
    close: () => server.close(),
  }
  return standIn
}
