import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Clocks of two machines may differ by this much. */
const tokenLifeMs = 30_000

const sign = (secret: Buffer, at: string, body: string): Buffer =>
  createHmac('sha256', secret)
    .update(`node-request.${at}.${createHash('sha256').update(body).digest('hex')}`)
    .digest()

/**
 * Proves to another node that a request comes from a node of this database; bound to the body and to this
 * half minute.
 */
export const signNodeRequest = (secret: Buffer, body: string, now: number): string =>
  `Node ${now}.${sign(secret, String(now), body).toString('base64url')}`

/**
 * Whether the header was made by `signNodeRequest` with this secret for this body, at most 30 s from `now` (milliseconds
 * since 1970) in either direction. The same header passes again within that time.
 */
export const isNodeRequest = (
  secret: Buffer,
  authorization: string | undefined,
  body: string,
  now: number,
): boolean => {
  const [, at, mac] = /^Node (\d{1,16})\.([\w-]{43})$/.exec(authorization ?? '') ?? []
  if (!at || !mac || Math.abs(now - Number(at)) > tokenLifeMs) return false
  return timingSafeEqual(Buffer.from(mac, 'base64url'), sign(secret, at, body))
}
