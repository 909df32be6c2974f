import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { cookieOf } from '#server/credentials/opaque-cookie.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { knownBrowserCookie, knownBrowserCookieName } from './operator-cookie.ts'

/**
 * A browser in which an operator passed both steps keeps a signed cookie. It gives no access: it lets that operator try
 * the password while guesses from all networks have reached their limit.
 */
const knownForSec = 180 * 24 * 60 * 60
const markShape = /^(?<until>\d{1,12})\.(?<signature>[\w-]{43})$/

const signatureOf = (secret: Buffer, mail: string, until: number): Buffer =>
  Buffer.from(keyedHash(secret, 'operatorBrowser', `${until}:${mail}`), 'base64url')

/** The end of its validity, in seconds since 1970, and the signature of that and the operator. */
export const knownBrowserMark = ({ secret, now }: Pick<Context, 'secret' | 'now'>, mail: string): string => {
  const until = Math.floor(now() / 1000) + knownForSec
  return `${until}.${signatureOf(secret, mail, until).toString('base64url')}`
}

/** The Set-Cookie header with a new mark. */
export const setDeviceCookie = (context: Pick<Context, 'secret' | 'now' | 'config'>, mail: string): string =>
  knownBrowserCookie(context.config.publicUrl, knownBrowserMark(context, mail), knownForSec)

/** Whether this operator, by the normal spelling of the mail address, signed in with the browser before. */
export const isKnownBrowser = (
  { secret, now, config }: Pick<Context, 'secret' | 'now' | 'config'>,
  cookieHeader: string | undefined,
  mail: string,
): boolean => {
  const mark = cookieOf(cookieHeader ?? '', knownBrowserCookieName(config.publicUrl)) ?? ''
  const { until, signature } = markShape.exec(mark)?.groups ?? {}
  if (until === undefined || signature === undefined || Number(until) * 1000 <= now()) return false
  return timingSafeEqual(signatureOf(secret, mail, Number(until)), Buffer.from(signature, 'base64url'))
}
