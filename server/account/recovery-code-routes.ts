import type { recoveryCodeEndpoints } from '#contract/account/recovery-code.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { recoveryCodeOfMember } from '#server/credentials/recovery-codes.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { createRecoveryCode } from './actions/create-recovery-code.ts'
import { sessionCookie } from './sign-in/session-answer.ts'

export const recoveryCodeHandlers: HandlersOf<typeof recoveryCodeEndpoints> = {
  getRecoveryCodeState: async ({ context, viewer }) => ({
    type: 'success',
    ...(await recoveryCodeOfMember(context.db, viewer.memberId)),
  }),

  createRecoveryCode: async ({ context, viewer, client, cookies }) => {
    // Each recovery code causes a mail.
    if (!context.accountRequestLimit.admits(`recovery-code:${addressKey(context.secret, client.address)}`))
      return refuse('tooManyRequests')
    const created = await createRecoveryCode(context, viewer, client.userAgent)
    if (isRefusal(created)) return created
    const { code, rotated } = created
    if (rotated) cookies.push(sessionCookie(context.config, rotated))
    return { type: 'success', code }
  },
}
