import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { quitEndpoints } from '#contract/privacy/deactivation.ts'
import { cancelUntilMs } from '#domain/privacy/deactivation.ts'
import { sessionCookie } from '#server/account/sign-in/session-answer.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { quitAtOf } from '#server/members/queries.ts'
import { pointOf } from '#server/points/queries.ts'
import { deactivateAccount } from './actions/deactivate-account.ts'
import { reactivateAccount } from './actions/reactivate-account.ts'
import { quitTermsOf } from './deactivation-terms.ts'

const iso = (atMs: number): string => new Date(atMs).toISOString()

export const quitHandlers: HandlersOf<typeof quitEndpoints> = {
  getQuitTerms: async ({ context, viewer }) => ({
    type: 'success',
    terms: await quitTermsOf(context, viewer),
  }),
  deactivateAccount: async ({ context, viewer, input }) => {
    const closed = await deactivateAccount(context, viewer.memberId, input)
    return isRefusal(closed) ? closed : { type: 'success', cancelUntil: iso(closed.cancelUntilMs) }
  },
  getDeactivation: async ({ context, viewer }) => {
    const quitAt = await quitAtOf(context.db, viewer.memberId)
    if (!quitAt) return refuse('forbidden')
    return {
      type: 'success',
      deactivation: {
        quitAt: quitAt.toISOString(),
        cancelUntil: iso(cancelUntilMs(quitAt.getTime())),
        points: await pointOf(context.db, viewer.memberId),
      },
    }
  },
  cancelDeactivation: async ({ context, viewer, cookies }) => {
    const reopened = await reactivateAccount(context, viewer)
    if (isRefusal(reopened)) return reopened
    cookies.push(sessionCookie(context.config, reopened))
    return { type: 'success' }
  },
}
