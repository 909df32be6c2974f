import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Refusal } from '../../contract/refusal.ts'
import type { Context } from '../context.ts'
import { clientOf } from '../http/client-of.ts'
import type { OpenedSession } from './actions/open-session.ts'
import { register } from './actions/register.ts'
import { type Browser, signIn } from './actions/sign-in.ts'
import { deviceMaxAgeSec } from './auth-cookies.ts'
import type { AuthCall } from './auth-wire.ts'
import { addressKey, keyedHash } from './keyed-hash.ts'

/** 32 random bytes as base64url. */
const deviceValue = /^[\w-]{43}$/

/** The browser's own mark; a new one when it has none. */
export const deviceOf = (c: AuthCall): string => {
  const known = getCookie(c, c.var.wire.cookies.device)
  return known && deviceValue.test(known) ? known : randomBytes(32).toString('base64url')
}

export const rememberDevice = (c: AuthCall, device: string): void => {
  const { cookies } = c.var.wire
  if (getCookie(c, cookies.device) !== device)
    setCookie(c, cookies.device, device, { ...cookies.attributes, maxAge: deviceMaxAgeSec })
}

const browserOf = async (c: AuthCall, context: Context): Promise<Browser> => {
  const client = clientOf(c, context.config.trustedProxyHops)
  const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
  return {
    addressKey: addressKey(context.secret, client.address),
    userAgent: client.userAgent,
    sessionKey: viewer?.sessionKey ?? null,
  }
}

/** A form's field as text; whatever else a JSON body may hold counts as missing. */
const textOf = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

interface Provider {
  name: string
  type: 'credentials'
  authorize(c: AuthCall, context: Context): Promise<OpenedSession | Refusal>
}

/** Specification 7: the credentials providers `login` and `register`. */
export const providers = {
  login: {
    name: 'ログイン',
    type: 'credentials',
    authorize: async (c, context) => {
      const { body } = c.var.wire
      const credentials = { email: textOf(body, 'email'), password: textOf(body, 'password') }
      return signIn(context, credentials, await browserOf(c, context))
    },
  },
  register: {
    name: '無料登録',
    type: 'credentials',
    authorize: async (c, context) => {
      const { body } = c.var.wire
      const device = deviceOf(c)
      rememberDevice(c, device)
      const form = {
        name: textOf(body, 'name'),
        age: textOf(body, 'age'),
        region: textOf(body, 'region'),
        cmCode: textOf(body, 'cmCode') || getCookie(c, 'cm_code') || '',
        googleClientId: textOf(body, 'googleClientId'),
      }
      const deviceKey = keyedHash(context.secret, 'device', device)
      return register(context, form, { ...(await browserOf(c, context)), deviceKey })
    },
  },
} as const satisfies Record<string, Provider>

export const isProvider = (id: string): id is keyof typeof providers => Object.hasOwn(providers, id)
