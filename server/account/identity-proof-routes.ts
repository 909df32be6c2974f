import type { identityProofEndpoints } from '#contract/account/identity-proof.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { proveIdentity } from './actions/prove-identity.ts'
import { recoveryMethodsOf } from './recovery-methods.ts'
import { sessionCookie } from './sign-in/session-answer.ts'

export const identityProofHandlers: HandlersOf<typeof identityProofEndpoints> = {
  getIdentityProofWays: async ({ context, viewer }) => {
    const { hasPassword, passkeys, hasGoogle } = await recoveryMethodsOf(context.db, viewer.memberId)
    return {
      type: 'success',
      hasPassword,
      hasPasskey: passkeys > 0,
      hasGoogle: hasGoogle && context.google !== null,
    }
  },
  proveIdentity: async ({ context, viewer, input, client, cookies }) => {
    const proved = await proveIdentity(context, viewer, {
      password: input.password,
      addressKey: addressKey(context.secret, client.address),
    })
    if (isRefusal(proved)) return proved
    cookies.push(sessionCookie(context.config, proved))
    return { type: 'success' }
  },
}
