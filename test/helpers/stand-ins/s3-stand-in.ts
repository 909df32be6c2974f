import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AwsAccount, signatureDefect } from '../aws-signature.ts'

/**
 * A stand-in for Amazon S3: GetObject, PutObject (with `If-None-Match: *`) and DeleteObject of one bucket, path style,
 * with the statuses and error documents of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. It
 * checks every signature itself.
 */
export interface S3StandIn {
  url: string
  objects: Map<string, Buffer>
  /** `PUT images/a.jpg 200`, in the order of the answers; a planned failure ends with its name. */
  answered: string[]
  /** The next `times` requests fail in this way. */
  failNext(failure: S3Failure, times?: number): void
  close(): Promise<void>
}

/**
 * `slowDown`: answered 503, and nothing is done. `cut`: the request is executed and the connection breaks off
 * within the answer. `silent`: nothing is done and no answer comes.
 */
type S3Failure = 'slowDown' | 'cut' | 'silent'

interface Answer {
  status: number
  body: Buffer
  headers?: Record<string, string>
}

const errors = {
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  SlowDown: [503, 'Please reduce your request rate.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  AccessDenied: [403, 'Access Denied'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the server time is too large.'],
  XAmzContentSHA256Mismatch: [
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided.',
  ],
} as const

const errorAnswer = (code: keyof typeof errors): Answer => {
  const [status, message] = errors[code]
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>stand-in</RequestId></Error>`
  return { status, body: Buffer.from(document), headers: { 'content-type': 'application/xml' } }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const carryOut = (
  objects: Map<string, Buffer>,
  key: string,
  incoming: IncomingMessage,
  body: Buffer,
): Answer => {
  const kept = objects.get(key)
  switch (incoming.method) {
    case 'PUT':
      if (kept && incoming.headers['if-none-match'] === '*') return errorAnswer('PreconditionFailed')
      objects.set(key, body)
      return { status: 200, body: Buffer.alloc(0), headers: { etag: etagOf(body) } }
    case 'GET': {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '') ?? []
      if (kept && first && last)
        return {
          status: 206,
          body: kept.subarray(Number(first), Number(last) + 1),
          headers: { etag: etagOf(kept) },
        }
      return kept ? { status: 200, body: kept, headers: { etag: etagOf(kept) } } : errorAnswer('NoSuchKey')
    }
    case 'DELETE':
      objects.delete(key)
      return { status: 204, body: Buffer.alloc(0) }
    default:
      return errorAnswer('MethodNotAllowed')
  }
}

const respond = (outgoing: ServerResponse, { status, body, headers }: Answer, isCut: boolean): void => {
  outgoing.writeHead(status, {
    ...headers,
    'x-amz-request-id': 'stand-in',
    ...(status === 204 ? {} : { 'content-length': body.length }),
  })
  if (!isCut) {
    outgoing.end(body)
    return
  }
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy())
}

export const openS3StandIn = async (account: AwsAccount & { bucket: string }): Promise<S3StandIn> => {
  const objects = new Map<string, Buffer>()
  const answered: string[] = []
  const planned: S3Failure[] = []

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const [, bucket, ...rest] = new URL(incoming.url ?? '/', 'http://stand-in').pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const failure = planned.shift()
    const record = (end: string | number) => answered.push(`${incoming.method} ${key} ${end}`)
    if (failure === 'silent') {
      record(failure)
      return
    }
    const defect = signatureDefect(incoming, body, account)
    const answer = (): Answer => {
      if (failure === 'slowDown') return errorAnswer('SlowDown')
      if (defect) return errorAnswer(defect)
      return bucket === account.bucket ? carryOut(objects, key, incoming, body) : errorAnswer('NoSuchBucket')
    }
    const given = answer()
    record(failure ?? given.status)
    if (failure === 'cut' && given.body.length === 0) incoming.socket.destroy()
    else respond(outgoing, given, failure === 'cut')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    answered,
    failNext: (failure, times = 1) => {
      planned.push(...Array<S3Failure>(times).fill(failure))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
