import { getCookie } from 'hono/cookie'
import type { Refusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { browserOf } from '#server/members/browser-of.ts'
import { register } from '../actions/register.ts'
import { signIn } from '../actions/sign-in.ts'
import { signInByRecoveryCode } from '../actions/sign-in-by-recovery-code.ts'
import { signInByPasskey } from '../passkeys/actions/sign-in-by-passkey.ts'
import { challengeCookieOf } from '../passkeys/challenge-cookie.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import type { AuthCall } from './auth-wire.ts'

/** A form's field as text; any other value of a JSON body counts as missing. */
const textOf = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

interface Provider {
  name: string
  type: 'credentials'
  authorize(c: AuthCall, context: Context): Promise<OpenedSession | Refusal>
}

/**
 * Specification 7: the credentials providers `login` and `register`, and our own providers for recovery and
 * passkeys.
 */
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
      const form = {
        name: textOf(body, 'name'),
        age: textOf(body, 'age'),
        region: textOf(body, 'region'),
        cmCode: textOf(body, 'cmCode') || getCookie(c, 'cm_code') || '',
        googleClientId: textOf(body, 'googleClientId'),
      }
      return register(context, form, await browserOf(c, context))
    },
  },
  passkey: {
    name: 'パスキー',
    type: 'credentials',
    authorize: async (c, context) => {
      const input = {
        assertion: textOf(c.var.wire.body, 'assertion'),
        relyingParty: relyingPartyOf(context.config, c.req.header('host') ?? ''),
        challengeCookie: challengeCookieOf(context.config, c.req.header('cookie')),
      }
      return signInByPasskey(context, input, await browserOf(c, context))
    },
  },
  recovery: {
    name: '復旧コード',
    type: 'credentials',
    authorize: async (c, context) =>
      signInByRecoveryCode(context, textOf(c.var.wire.body, 'code'), await browserOf(c, context)),
  },
} as const satisfies Record<string, Provider>

/** The providers of `openid-client`, which begin at `signin/{id}`, where they are configured. */
export const oauthProvidersOf = ({
  google,
}: Pick<Context, 'google'>): Record<string, { name: string; type: 'oauth' }> =>
  google ? { google: { name: 'Google', type: 'oauth' } } : {}

export const isProvider = (id: string): id is keyof typeof providers => Object.hasOwn(providers, id)
