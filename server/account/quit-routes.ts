import type { quitEndpoints } from '#contract/quit.ts'
import { isRefusal, refuse } from '#contract/refusal.ts'
import { cancelUntilMs } from '#domain/account/quit.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { pointOf } from '#server/points/queries.ts'
import { closeAccount } from './actions/close-account.ts'
import { reopenAccount } from './actions/reopen-account.ts'
import { quitAtOf } from './queries.ts'
import { quitTermsOf } from './quit-terms.ts'
import { sessionCookie } from './session-answer.ts'

const iso = (atMs: number): string => new Date(atMs).toISOString()

export const quitHandlers: HandlersOf<typeof quitEndpoints> = {
  getQuitTerms: async ({ context, viewer }) => ({
    type: 'success',
    terms: await quitTermsOf(context, viewer),
  }),
  deactivateAccount: async ({ context, viewer, input }) => {
    const closed = await closeAccount(context, viewer.memberId, input)
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
    const reopened = await reopenAccount(context, viewer)
    if (isRefusal(reopened)) return reopened
    cookies.push(sessionCookie(context.config, reopened))
    return { type: 'success' }
  },
}
