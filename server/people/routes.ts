import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { peopleEndpoints } from '#contract/people/people.ts'
import { isUnprintable } from '#domain/text/written.ts'
import { addBookmark, deleteBookmark } from '#server/favourites/actions/bookmark.ts'
import { bookmarkPage } from '#server/favourites/queries.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { postUserReview } from '#server/reviews/actions/post-user-review.ts'
import { updateCallWaiting } from '#server/studio/actions/update-call-waiting.ts'
import { listLivePeople, listPeople } from './home-lists.ts'
import { loadProfile } from './profile.ts'
import { findStandby, findVisiblePerson, isBookmarked } from './queries.ts'

export const peopleHandlers: HandlersOf<typeof peopleEndpoints> = {
  getRecommendedUsers: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await listPeople(context, { ...input, viewer })),
  }),

  getRecommendedLiveUsers: async ({ context, input, viewer }) => ({
    type: 'success',
    users: await listLivePeople(context.db, { ...input, viewer }),
  }),

  getBookmarks: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await bookmarkPage(context.db, viewer, input)),
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

  addBookmark: async ({ context, input, viewer }) =>
    (await addBookmark(context, viewer, input)) ?? { type: 'success' },

  deleteBookmark: async ({ context, input, viewer }) =>
    (await deleteBookmark(context, viewer, input)) ?? { type: 'success' },

  postUserReview: async ({ context, input, viewer }) =>
    isUnprintable(input.description)
      ? refuse('badInput')
      : ((await postUserReview(context, viewer, input)) ?? {
          type: 'success',
          message: 'レビューを投稿しました！',
        }),

  updateCallWaiting: async ({ context, input, viewer }) => {
    const standby = await updateCallWaiting(context, viewer, input)
    return isRefusal(standby) ? standby : { type: 'success', waiting: standby.waiting, state: standby.state }
  },

  getMyStandby: async ({ context, viewer }) => {
    const standby = viewer.role === 'broadcaster' ? await findStandby(context.db, viewer.memberId) : null
    return standby ? { type: 'success', ...standby } : refuse('forbidden')
  },
}
