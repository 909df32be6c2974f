import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { ownProfileEndpoints } from '#contract/people/own-profile.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { updateOwnProfile } from './actions/update-own-profile.ts'
import { ownProfileOf } from './own-profile-queries.ts'

export const ownProfileHandlers: HandlersOf<typeof ownProfileEndpoints> = {
  getMyProfile: async ({ context, viewer }) => {
    const profile = await ownProfileOf(context.db, viewer.memberId)
    if (!profile) throw new Error(`session of a missing member ${viewer.memberId}`)
    return { type: 'success', profile }
  },

  updateUserInfo: async ({ context, viewer, input }) => {
    if (!context.limits.accountRequest.admits(`profile:${viewer.memberId}`)) return refuse('tooManyRequests')
    const profile = await updateOwnProfile(context, viewer, input)
    return isRefusal(profile) ? profile : { type: 'success', profile }
  },
}
