import type { googleEndpoints } from '#contract/account/google.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { callback } from '#domain/account/callback-url.ts'
import { mailMaskedForOwner } from '#domain/account/mail-address.ts'
import { isGoogleOnlyRecoveryMethod } from '#domain/account/recovery-methods.ts'
import type { Context } from '#server/context.ts'
import type { Client, HandlersOf } from '#server/http/handlers.ts'
import { memberById } from '#server/members/queries.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { recoveryMethodsOf } from '../recovery-methods.ts'
import { beginGoogle } from './actions/begin-google.ts'
import { unlinkGoogle } from './actions/unlink-google.ts'
import { googleAccountOfMember } from './queries.ts'

/** The page that links Google and shows the result. */
const securityPage = '/my-page/security'

const admits = (context: Context, client: Client): boolean =>
  context.google?.limit.admits(addressKey(context.secret, client.address)) ?? true

/** The origin of our pages: sign-in by Google needs a public address. */
const originOf = ({ config }: Context): string => new URL(config.publicUrl ?? 'http://localhost').origin

export const googleHandlers: HandlersOf<typeof googleEndpoints> = {
  getGoogleAccount: async ({ context: { db, google }, viewer: { memberId } }) => {
    const account = await googleAccountOfMember(db, memberId)
    return {
      type: 'success',
      isAvailable: google !== null,
      account: account && {
        mail: account.mail === null ? null : mailMaskedForOwner(account.mail),
        linkedAt: account.linkedAt.toISOString(),
      },
      isOnlyRecoveryMethod: isGoogleOnlyRecoveryMethod(await recoveryMethodsOf(db, memberId)),
    }
  },
  beginGoogleLink: async ({ context, viewer: { memberId, sessionKey }, client, cookies }) => {
    if (!admits(context, client)) return refuse('tooManyRequests')
    if ((await memberById(context.db, memberId))?.isDemo) return refuse('demoAccountFixed')
    if (await googleAccountOfMember(context.db, memberId)) return refuse('googleLinkedAlready')
    const callbackUrl = `${originOf(context)}${securityPage}`
    const begun = await beginGoogle(context, { purpose: 'link', sessionKey, callbackUrl, analyticsId: '' })
    if (isRefusal(begun)) return begun
    cookies.push(...begun.cookies)
    return { type: 'success', url: begun.url }
  },
  beginGoogleIdentityProof: async ({ context, viewer, input, client, cookies }) => {
    if (!admits(context, client)) return refuse('tooManyRequests')
    const account = await googleAccountOfMember(context.db, viewer.memberId)
    if (!account) return refuse('googleNotLinked')
    const callbackUrl = callback(originOf(context), input.callbackUrl)
    const pending = { purpose: 'prove', sessionKey: viewer.sessionKey, callbackUrl, analyticsId: '' } as const
    const begun = await beginGoogle(context, pending, account)
    if (isRefusal(begun)) return begun
    cookies.push(...begun.cookies)
    return { type: 'success', url: begun.url }
  },
  unlinkGoogle: async ({ context, viewer, input, client }) =>
    (await unlinkGoogle(context, viewer, { ...input, userAgent: client.userAgent })) ?? { type: 'success' },
}
