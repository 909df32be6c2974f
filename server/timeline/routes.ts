import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { TimelinePost, timelineEndpoints } from '#contract/timeline/timeline.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { findVisiblePerson } from '#server/people/queries.ts'
import { commentTimeline } from './actions/comment-timeline.ts'
import { deleteTimeline, deleteTimelineComment } from './actions/delete-timeline.ts'
import { editTimeline } from './actions/edit-timeline.ts'
import { likeTimeline, voteTimeline } from './actions/like-timeline.ts'
import { postTimeline } from './actions/post-timeline.ts'
import { reportTimeline } from './actions/report-timeline.ts'
import { commentPage } from './comments.ts'
import { feedPage, memberPage, newerCount } from './feeds.ts'
import { findSeenPost, ownPosts, postById } from './posts.ts'
import { seenSeqOf, visit } from './visits.ts'

const answered = <Refused extends Refusal>(post: TimelinePost | Refused) =>
  isRefusal(post) ? post : { type: 'success' as const, post }

export const timelineHandlers: HandlersOf<typeof timelineEndpoints> = {
  postTimeline: async ({ context, viewer, input }) => answered(await postTimeline(context, viewer, input)),

  editTimeline: async ({ context, viewer, input }) => answered(await editTimeline(context, viewer, input)),

  deleteTimeline: async ({ context, viewer, input }) =>
    (await deleteTimeline(context, viewer, input.postId)) ?? { type: 'success' },

  getTimeline: async ({ context, viewer, input }) => ({
    type: 'success',
    ...(await feedPage(context.db, viewer, input)),
  }),

  getMemberTimeline: async ({ context, viewer, input }) => {
    const person = await findVisiblePerson(context.db, viewer, input.userId)
    if (!person) return refuse('partnerUnavailable')
    return { type: 'success', ...(await memberPage(context.db, viewer, input)) }
  },

  getTimelinePost: async ({ context, viewer, input }) =>
    answered((await postById(context.db, viewer, input.postId)) ?? refuse('notFound')),

  getNewTimelineCount: async ({ context, viewer, input: { feed, after } }) => {
    const from = after ?? (await seenSeqOf(context.db, viewer.memberId))
    const count = from === null ? 0 : await newerCount(context.db, viewer, { feed, after: from })
    return { type: 'success', count }
  },

  visitTimeline: async ({ context, viewer }) => ({
    type: 'success',
    away: await visit(context.db, viewer),
  }),

  getScheduledTimeline: async ({ context, viewer }) => ({
    type: 'success',
    posts: await ownPosts(context.db, viewer, 'scheduled'),
  }),

  likeTimeline: async ({ context, viewer, input }) => {
    if (!context.limits.reaction.admits(viewer.memberId)) return refuse('tooManyRequests')
    const liked = await likeTimeline(context, viewer, input)
    return isRefusal(liked) ? liked : { type: 'success', ...liked }
  },

  voteTimeline: async ({ context, viewer, input }) => {
    if (!context.limits.reaction.admits(viewer.memberId)) return refuse('tooManyRequests')
    const poll = await voteTimeline(context, viewer, input)
    return isRefusal(poll) ? poll : { type: 'success', poll }
  },

  commentTimeline: async ({ context, viewer, input }) => {
    const comment = await commentTimeline(context, viewer, input)
    return isRefusal(comment) ? comment : { type: 'success', comment }
  },

  getTimelineComments: async ({ context, viewer, input }) =>
    (await findSeenPost(context.db, viewer, input.postId))
      ? { type: 'success', ...(await commentPage(context.db, viewer, input)) }
      : refuse('notFound'),

  deleteTimelineComment: async ({ context, viewer, input }) =>
    (await deleteTimelineComment(context, viewer, input.commentId)) ?? { type: 'success' },

  reportTimeline: async ({ context, viewer, input }) =>
    isUnprintable(input.text)
      ? refuse('badInput')
      : ((await reportTimeline(context, viewer, input)) ?? { type: 'success' }),
}
