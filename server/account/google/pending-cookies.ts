import { generateCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { OpenIdChecks } from '#adapters/sign-in/openid-provider.ts'
import { googlePendingLifeMs } from '#contract/account/google.ts'
import type { Context } from '#server/context.ts'
import { authCookies, isSecureOrigin } from '#server/credentials/auth-cookies.ts'
import { cookieOf } from '#server/credentials/opaque-cookie.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'

const inState = z.object({
  state: z.string(),
  purpose: z.enum(['signIn', 'link', 'prove']),
  /** Of the session that began it, to link or to prove; null for a sign-in. */
  sessionKey: z.nullable(z.string()),
  /** On our own origin. */
  callbackUrl: z.string(),
  /** The id of an analytics script, for a registration. */
  analyticsId: z.string(),
  beganAtMs: z.number(),
})

/** What a browser was sent to Google for. */
export type PendingGoogle = Omit<z.infer<typeof inState>, 'state' | 'beganAtMs'>
/** The same, with the values that the answer is checked against. */
export type BegunGoogle = PendingGoogle & { checks: OpenIdChecks; beganAtMs: number }

type Keys = Pick<Context, 'secret' | 'config' | 'now'>

const namesOf = ({ config }: Pick<Keys, 'config'>) => authCookies(isSecureOrigin(config.publicUrl))

const stateEncryption = { purpose: 'openIdCheck', boundTo: 'state' } as const
/** Bound to the state: together with another state they can't be decrypted. */
const besideState = (what: 'nonce' | 'codeVerifier', state: string) =>
  ({ purpose: 'openIdCheck', boundTo: `${what}:${state}` }) as const

/**
 * The three cookies of NextAuth v4's OAuth, encrypted: the browser can return them, but neither read nor make
 * them.
 */
export const pendingCookies = (context: Keys, pending: PendingGoogle, checks: OpenIdChecks): string[] => {
  const { oauthState, oauthNonce, oauthCodeVerifier, attributes } = namesOf(context)
  const { state, nonce, codeVerifier } = checks
  const kept: z.infer<typeof inState> = { ...pending, state, beganAtMs: context.now() }
  const encrypted = [
    [oauthState, stateEncryption, JSON.stringify(kept)],
    [oauthNonce, besideState('nonce', state), nonce],
    [oauthCodeVerifier, besideState('codeVerifier', state), codeVerifier],
  ] as const
  return encrypted.map(([name, by, text]) =>
    generateCookie(name, encrypt(context.secret, by, Buffer.from(text)).toString('base64url'), {
      ...attributes,
      maxAge: googlePendingLifeMs / 1_000,
    }),
  )
}

/** Deletes the cookies, after success and failure alike. */
export const endedCookies = (context: Pick<Keys, 'config'>): string[] => {
  const { oauthState, oauthNonce, oauthCodeVerifier, attributes } = namesOf(context)
  return [oauthState, oauthNonce, oauthCodeVerifier].map((name) =>
    generateCookie(name, '', { ...attributes, maxAge: 0 }),
  )
}

/** What this browser was sent for; null when it wasn't, or too long ago. */
export const readPendingCookies = (context: Keys, cookieHeader: string | undefined): BegunGoogle | null => {
  const { oauthState, oauthNonce, oauthCodeVerifier } = namesOf(context)
  const open = (name: string, by: Parameters<typeof decrypt>[1]): string | null => {
    const value = cookieOf(cookieHeader ?? '', name)
    const plain = value === null ? null : decrypt(context.secret, by, Buffer.from(value, 'base64url'))
    return plain?.toString('utf8') ?? null
  }
  const stateText = open(oauthState, stateEncryption)
  if (stateText === null) return null
  const { state, beganAtMs, ...pending } = inState.parse(JSON.parse(stateText))
  const nonce = open(oauthNonce, besideState('nonce', state))
  const codeVerifier = open(oauthCodeVerifier, besideState('codeVerifier', state))
  if (nonce === null || codeVerifier === null) return null
  if (context.now() - beganAtMs >= googlePendingLifeMs) return null
  return { ...pending, beganAtMs, checks: { state, nonce, codeVerifier } }
}
