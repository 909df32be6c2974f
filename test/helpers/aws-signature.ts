import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * AWS Signature Version 4 from its documentation
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), on the service's side and
 * written without the SDK that it checks.
 */

export interface AwsAccount {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** The documented code of a fault in a request's signature; null when there is none. */
type SignatureDefect =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'AuthorizationHeaderMalformed'
  | 'RequestTimeTooSkewed'
  | 'XAmzContentSHA256Mismatch'
  | 'SignatureDoesNotMatch'

const skewMaxMs = 15 * 60_000
const authorizationShape =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

const canonicalRequest = (incoming: IncomingMessage, names: readonly string[]): string => {
  const url = new URL(incoming.url ?? '/', 'http://stand-in')
  const headers = names.map((name) => `${name}:${String(incoming.headers[name] ?? '').trim()}\n`)
  return [
    incoming.method,
    url.pathname,
    canonicalQuery(url.searchParams),
    headers.join(''),
    names.join(';'),
    incoming.headers['x-amz-content-sha256'],
  ].join('\n')
}

/** `20261121T235959Z` in milliseconds. */
const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** What the signature must cover: the host, and all headers of AWS. */
const mustBeSigned = (incoming: IncomingMessage): string[] => [
  'host',
  ...Object.keys(incoming.headers).filter((name) => name.startsWith('x-amz-')),
]

export const signatureDefect = (
  incoming: IncomingMessage,
  body: Buffer,
  account: AwsAccount,
  nowMs = Date.now(),
): SignatureDefect | null => {
  const given = authorizationShape.exec(incoming.headers.authorization ?? '')?.groups
  if (!given) return 'AccessDenied'
  const { key = '', day = '', region = '', names: signedNames = '', signature = '' } = given
  if (key !== account.accessKeyId) return 'InvalidAccessKeyId'
  const date = String(incoming.headers['x-amz-date'] ?? '')
  if (region !== account.region || !date.startsWith(day)) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(timeOf(date) - nowMs) < skewMaxMs)) return 'RequestTimeTooSkewed'
  if (incoming.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signedNames.split(';')
  if (mustBeSigned(incoming).some((name) => !names.includes(name))) return 'SignatureDoesNotMatch'

  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest(incoming, names))].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (previous, word) => hmac(previous, word),
    `AWS4${account.secretAccessKey}`,
  )
  const isRight = timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, 'hex'))
  return isRight ? null : 'SignatureDoesNotMatch'
}
