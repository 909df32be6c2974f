import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Browser } from '#server/account/actions/open-sign-in.ts'
import type { AuthCall } from '#server/account/sign-in/auth-wire.ts'
import type { Context } from '#server/context.ts'
import { deviceMaxAgeSec } from '#server/credentials/auth-cookies.ts'
import { clientOf } from '#server/http/client-of.ts'
import { addressKey, keyedHash, siteKey } from '#server/secrets/keyed-hash.ts'

/** 32 random bytes as base64url. */
const deviceIdShape = /^[\w-]{43}$/

/** The value of the browser's device cookie, if it has one. */
const deviceIdOf = (c: AuthCall): string | null => {
  const value = getCookie(c, c.var.wire.cookies.device)
  return value && deviceIdShape.test(value) ? value : null
}

const writeDeviceCookie = (c: AuthCall, deviceId: string): void => {
  const { cookies } = c.var.wire
  setCookie(c, cookies.device, deviceId, { ...cookies.attributes, maxAge: deviceMaxAgeSec })
}

const newDeviceId = (): string => randomBytes(32).toString('base64url')

/** Sets the device cookie before the browser's first sign-in. */
export const setDeviceCookie = (c: AuthCall): void => {
  if (deviceIdOf(c) === null) writeDeviceCookie(c, newDeviceId())
}

/**
 * The browser that signs in. Its cookie lives 400 days from the last use, like its row (known-devices.ts).
 */
export const browserOf = async (c: AuthCall, context: Context): Promise<Browser> => {
  const client = clientOf(c, context.config.trustedProxyHops)
  const opened = await context.sessions.openedOf(c.req.header('cookie'))
  const deviceId = deviceIdOf(c) ?? newDeviceId()
  writeDeviceCookie(c, deviceId)
  return {
    addressKey: addressKey(context.secret, client.address),
    siteKey: siteKey(context.secret, client.address),
    deviceKey: keyedHash(context.secret, 'device', deviceId),
    userAgent: client.userAgent,
    sessionKey: opened?.viewer.sessionKey ?? null,
  }
}
