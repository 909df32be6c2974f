import { refuse } from '#contract/core/refusal.ts'
import type { peopleEndpoints } from '#contract/people/people.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { listLivePeople, listPeople } from './home-lists.ts'
import { loadProfile } from './profile.ts'
import { findVisiblePerson, isBookmarked } from './queries.ts'

export const peopleHandlers: HandlersOf<typeof peopleEndpoints> = {
  getRecommendedUsers: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await listPeople(context, { ...input, viewer })),
  }),

  getRecommendedLiveUsers: async ({ context, input, viewer }) => ({
    type: 'success',
    users: await listLivePeople(context.db, { ...input, viewer }),
  }),

  getUserInfForWeb: async ({ context, input, viewer }) => {
    const user = await loadProfile(context.db, input.userId, viewer)
    return user ? { type: 'success', user } : refuse('partnerUnavailable')
  },

  getPartnerInfo: async ({ context, input, viewer }) => {
    if (input.myId !== viewer.memberId) return refuse('forbidden')
    const partner = await findVisiblePerson(context.db, viewer, input.partnerId)
    if (!partner) return refuse('partnerUnavailable')
    const bookmark = await isBookmarked(context.db, viewer.memberId, partner.id)
    return { type: 'success', userName: partner.name, avatarId: partner.avatarId, bookmark }
  },
}
