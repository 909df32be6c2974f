import { createHmac } from 'node:crypto'
import type { IceServer } from '#contract/calls/calls.ts'
import type { Config } from '#server/config/config.ts'
import { callTokenLifeMs } from './tokens.ts'

/**
 * Username and password of the time-limited scheme that coturn's `use-auth-secret` checks: the username
 * begins with the second at which it expires, the password is its HMAC-SHA1
 * (draft-uberti-behave-turn-rest-00, 2.2).
 *
 * @param owner whom the relay's quota counts, without a colon; the relay logs it
 */
export const turnCredential = (
  turnSecret: string,
  owner: string,
  expiresAtMs: number,
): Pick<IceServer, 'username' | 'credential'> => {
  const username = `${Math.floor(expiresAtMs / 1000)}:${owner}`
  return { username, credential: createHmac('sha1', turnSecret).update(username).digest('base64') }
}

/** 22 characters of base64url are 132 bits: the relay's logs don't reveal whose call it was. */
const ownerLength = 22

const ownerOf = (secret: Buffer, roomId: string, memberId: string): string =>
  createHmac('sha256', secret).update(`turn.${roomId}.${memberId}`).digest('base64url').slice(0, ownerLength)

/**
 * The relays through which one side of a call, or a member in a pre-call check, may reach the media server;
 * none without configuration.
 *
 * @param side `roomId`: the call's or the check's
 * @param lifeMs as long as the tokens of the same answer: a page that reconnects late in a call asks the
 * relay again
 */
export const iceServersFor = (
  context: { config: Pick<Config, 'turn'>; secret: Buffer; now: () => number },
  side: { roomId: string; memberId: string },
  lifeMs = callTokenLifeMs,
): IceServer[] => {
  const { turn } = context.config
  if (!turn) return []
  const owner = ownerOf(context.secret, side.roomId, side.memberId)
  return [{ urls: [...turn.urls], ...turnCredential(turn.secret, owner, context.now() + lifeMs) }]
}
