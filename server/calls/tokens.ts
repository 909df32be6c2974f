import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallRole, CallTokens } from '../../contract/calls.ts'

/** `media` opens the WHIP and WHEP doors, `room` the call's socket room. */
export type TokenPurpose = 'media' | 'room'

export interface TokenClaims {
  purpose: TokenPurpose
  callId: string
  memberId: string
  role: CallRole
}

/** A call can't outlast this; ended calls are refused at the door whatever their token says. */
export const callTokenLifeMs = 24 * 3_600_000

const sign = (secret: Buffer, body: string): Buffer =>
  createHmac('sha256', secret).update(`call-token.${body}`).digest()

/** A bearer token bound to call, role and member. Opaque to clients. */
export const signToken = (secret: Buffer, claims: TokenClaims, now: number): string => {
  const body = Buffer.from(
    JSON.stringify([claims.purpose, claims.callId, claims.memberId, claims.role, now + callTokenLifeMs]),
  ).toString('base64url')
  return `${body}.${sign(secret, body).toString('base64url')}`
}

/** The claims of a token that we signed and that hasn't run out; null for anything else. */
export const readToken = (secret: Buffer, token: string, now: number): TokenClaims | null => {
  const [body, mac, rest] = token.split('.')
  if (!body || !mac || rest !== undefined) return null
  const given = Buffer.from(mac, 'base64url')
  const expected = sign(secret, body)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [purpose, callId, memberId, role, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString())
  return now < expiresAt ? { purpose, callId, memberId, role } : null
}

/** product.md 8: with the embedded media server `app_id` is `koyoi` and the channel is the call. */
export const tokensFor = (
  secret: Buffer,
  call: { callId: string; memberId: string; role: CallRole },
  now: number,
): Omit<CallTokens, 'ice_servers'> => ({
  callId: call.callId,
  app_id: 'koyoi',
  channel_id: call.callId,
  rtc_channel_token: signToken(secret, { purpose: 'media', ...call }, now),
  rtm_channel_token: signToken(secret, { purpose: 'room', ...call }, now),
})
