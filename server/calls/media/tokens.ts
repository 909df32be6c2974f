import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallRole, CallTokens } from '#contract/calls/calls.ts'
import { videoTestMaxMs } from '#contract/calls/pre-call-check.ts'

/** `media` is for a call's WHIP and WHEP endpoints, `room` for its socket room. */
export type TokenPurpose = 'media' | 'room'

export interface TokenClaims {
  purpose: TokenPurpose
  callId: string
  memberId: string
  role: CallRole
  /** The session it was made for (`session.device_id`); null for one that was made for the member. */
  sessionId: string | null
  issuedAt: number
}

/** For the WHIP and WHEP endpoints of a member's check, and nothing of a call. */
export interface TestClaims {
  testId: string
  memberId: string
}
const testPurpose = 'test'

/** No call lasts longer. Ended calls are refused whatever their token says. */
export const callTokenLifeMs = 24 * 3_600_000

const sign = (secret: Buffer, body: string): Buffer =>
  createHmac('sha256', secret).update(`call-token.${body}`).digest()

/** A signed token of these fields, for the areas above; the first field says what it is for. */
export const signFields = (secret: Buffer, fields: readonly string[], expiresAt: number): string => {
  const body = Buffer.from(JSON.stringify([...fields, expiresAt])).toString('base64url')
  return `${body}.${sign(secret, body).toString('base64url')}`
}

/** The fields of a token that we signed and that hasn't expired; null for anything else. */
export const verifiedFields = (secret: Buffer, token: string, now: number): string[] | null => {
  const [body, mac, rest] = token.split('.')
  if (!body || !mac || rest !== undefined) return null
  const given = Buffer.from(mac, 'base64url')
  const expected = sign(secret, body)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const fields = JSON.parse(Buffer.from(body, 'base64url').toString())
  return now < fields.pop() ? fields : null
}

/** A bearer token bound to call, role and member. Opaque to clients. */
export const signToken = (secret: Buffer, claims: Omit<TokenClaims, 'issuedAt'>, now: number): string => {
  const { purpose, callId, memberId, role, sessionId } = claims
  return signFields(
    secret,
    [purpose, callId, memberId, role, sessionId ?? '', String(now)],
    now + callTokenLifeMs,
  )
}

/** The claims of a call's token; null for anything else. */
export const readToken = (secret: Buffer, token: string, now: number): TokenClaims | null => {
  const fields = verifiedFields(secret, token, now)
  if (!fields || (fields[0] !== 'media' && fields[0] !== 'room')) return null
  const [purpose, callId, memberId, role, sessionId, issuedAt] = fields as [
    TokenPurpose,
    string,
    string,
    CallRole,
    string | undefined,
    string | undefined,
  ]
  return { purpose, callId, memberId, role, sessionId: sessionId || null, issuedAt: Number(issuedAt ?? 0) }
}

/** A bearer token bound to check and member, as long as the check's room. */
export const signTestToken = (secret: Buffer, { testId, memberId }: TestClaims, now: number): string =>
  signFields(secret, [testPurpose, testId, memberId], now + videoTestMaxMs)

/** The claims of a check's token; null for anything else. */
export const readTestToken = (secret: Buffer, token: string, now: number): TestClaims | null => {
  const [purpose, testId, memberId] = verifiedFields(secret, token, now) ?? []
  return purpose === testPurpose && testId && memberId ? { testId, memberId } : null
}

/** product.md 8.9: with the embedded media server `app_id` is `koyoi` and the channel is the call. */
export const tokensFor = (
  secret: Buffer,
  call: { callId: string; memberId: string; role: CallRole; sessionId: string | null },
  now: number,
): Omit<CallTokens, 'ice_servers'> => ({
  callId: call.callId,
  app_id: 'koyoi',
  channel_id: call.callId,
  rtc_channel_token: signToken(secret, { purpose: 'media', ...call }, now),
  rtm_channel_token: signToken(secret, { purpose: 'room', ...call }, now),
})
