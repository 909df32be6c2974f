import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import type { ServiceAccount } from '#adapters/push/fcm.ts'
import type { PushMessage } from '#contract/push/push.ts'
import { openRawStandIn, type RawAnswer, type RawRequest } from './raw-stand-in.ts'

/** A status, with FCM's error code for it. */
type FcmAnswer = 'hang' | { status: number; code?: string; retryAfterSec?: number }

interface FcmReceiver {
  token: string
  received: { message: PushMessage; ttl: string; urgency: string; topic: string }[]
  answers: FcmAnswer[]
}

interface FcmStandIn {
  url: string
  account: ServiceAccount
  register(): FcmReceiver
  /** OAuth tokens issued so far. */
  tokensGiven: number
  /** The tokens issued before are refused from now on. */
  revokeTokens(): void
  complaints: string[]
  close(): Promise<void>
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const projectId = 'koyoi-test'

/** Google's token endpoint and FCM's HTTP v1 on this machine. */
export const openFcmStandIn = async (): Promise<FcmStandIn> => {
  const receivers = new Map<string, FcmReceiver>()
  const valid = new Set<string>()
  const handle = (request: RawRequest): RawAnswer => {
    if (request.path === '/token') return giveToken(request)
    if (request.path !== `/v1/projects/${projectId}/messages:send`) return { status: 404 }
    if (!valid.has(request.headers.authorization ?? '')) return { status: 401 }
    const { message } = JSON.parse(request.body.toString('utf8'))
    const receiver = receivers.get(message.token)
    if (!receiver) return failed(404, 'UNREGISTERED')
    const { TTL, Urgency, Topic } = message.webpush.headers
    receiver.received.push({
      message: JSON.parse(message.data.message),
      ttl: TTL,
      urgency: Urgency,
      topic: Topic,
    })
    const answer = receiver.answers.shift()
    if (answer === 'hang') return 'hang'
    return answer
      ? failed(answer.status, answer.code, answer.retryAfterSec)
      : { status: 200, body: { name: `projects/${projectId}/messages/1` } }
  }
  const giveToken = ({ body }: RawRequest): RawAnswer => {
    const complaint = wrongWith(new URLSearchParams(body.toString('utf8')), `${standIn.url}/token`)
    if (complaint) {
      standIn.complaints.push(complaint)
      return { status: 400, body: { error: 'invalid_grant' } }
    }
    standIn.tokensGiven += 1
    const token = randomBytes(12).toString('base64url')
    valid.add(`Bearer ${token}`)
    return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: 'Bearer' } }
  }
  const server = await openRawStandIn(handle)
  const standIn: FcmStandIn = {
    url: server.url,
    account: {
      project_id: projectId,
      client_email: 'push@koyoi-test.example',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      token_uri: `${server.url}/token`,
    },
    register: () => {
      const receiver: FcmReceiver = {
        token: randomBytes(80).toString('base64url'),
        received: [],
        answers: [],
      }
      receivers.set(receiver.token, receiver)
      return receiver
    },
    tokensGiven: 0,
    revokeTokens: () => valid.clear(),
    complaints: [],
    close: () => server.close(),
  }
  return standIn
}

const failed = (status: number, code?: string, retryAfterSec?: number): RawAnswer => ({
  status,
  ...(retryAfterSec === undefined ? {} : { headers: { 'retry-after': String(retryAfterSec) } }),
  body: {
    error: {
      code: status,
      details: [
        {
          '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
          ...(code === undefined ? {} : { errorCode: code }),
        },
      ],
    },
  },
})

/** RFC 7523, as Google documents it for service accounts; undefined when all is right. */
const wrongWith = (form: URLSearchParams, audience: string): string | undefined => {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'grant type'
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))) return 'signature'
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  if (said.aud !== audience) return `audience ${said.aud}`
  if (said.iss !== 'push@koyoi-test.example') return `issuer ${said.iss}`
  if (said.scope !== 'https://www.googleapis.com/auth/firebase.messaging') return `scope ${said.scope}`
  const lifeSec = said.exp - said.iat
  return lifeSec > 0 && lifeSec <= 3_600 ? undefined : `life ${lifeSec}`
}
