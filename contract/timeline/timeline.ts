import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, imageId, instant, memberId, nothing, success } from '#contract/core/shared.ts'
import { peopleRoles } from '#contract/people/people.ts'
import { reportReasons, reportTextMax } from '#contract/safety/safety.ts'
import { timelineMovie } from './movies.ts'

/** Characters of a post and of a comment, in graphemes; a mention counts as one (product.md 12.1 and 12.3). */
export const postTextMax = 1000
export const commentTextMax = 500
export const postImagesMax = 4
export const pollChoicesMin = 2
export const pollChoicesMax = 4
/** Characters of a poll's choice, in graphemes. */
export const pollChoiceMax = 40
export const pollDaysMax = 7
/** For so long after its publication a post's text may be changed. Milliseconds. */
export const postEditMs = 10 * 60_000
/** A post is scheduled at most so many days ahead. */
export const scheduleDaysMax = 30
export const postMentionsMax = 5
/** Posts or comments in one page. */
export const timelinePage = 20
/** New posts and comments are counted up to this. */
export const timelineCountMax = 100
/** Answers to one comment. */
export const answersMax = 50

export const timelineFeeds = ['all', 'favourites'] as const
export type TimelineFeed = (typeof timelineFeeds)[number]

/** Of what a member is notified. */
export const timelineMoments = ['comment', 'answer', 'mention', 'like'] as const
export type TimelineMoment = (typeof timelineMoments)[number]

/** A post's place in the order of the feeds; newer posts have higher ones. */
const postSeq = z.string().check(z.regex(/^\d{1,18}$/))

const author = z.object({
  id: memberId,
  role: z.enum(peopleRoles),
  name: z.string(),
  avatarId: z.nullable(z.string()),
})
export type TimelineAuthor = z.infer<typeof author>

/** A broadcaster named in a text; null where the viewer doesn't see that member. */
const mention = z.object({ id: memberId, name: z.nullable(z.string()) })
export type Mention = z.infer<typeof mention>

const poll = z.object({
  /** `votes` is null until the viewer has voted or the poll has ended. */
  choices: z.array(z.object({ text: z.string(), votes: z.nullable(z.int()) })),
  /** Null while the post is scheduled. */
  closesAt: z.nullable(instant),
  isClosed: z.boolean(),
  /** The index of the viewer's choice. */
  ownChoice: z.nullable(z.int()),
})
export type Poll = z.infer<typeof poll>

export const timelinePost = z.object({
  postId: commandId,
  /** Null while it is scheduled. */
  seq: z.nullable(postSeq),
  author,
  /** A mention is stored in it as `<@id>`. */
  text: z.string(),
  mentions: z.array(mention),
  images: z.array(z.object({ imageId, width: z.int(), height: z.int() })),
  movie: z.nullable(timelineMovie),
  poll: z.nullable(poll),
  /** When it was published, or will be. */
  postedAt: instant,
  isEdited: z.boolean(),
  likes: z.int(),
  isLiked: z.boolean(),
  /** Comments and answers that the viewer sees, up to `timelineCountMax`. */
  comments: z.int(),
  isOwn: z.boolean(),
  isFavourite: z.boolean(),
})
export type TimelinePost = z.infer<typeof timelinePost>

const shownComment = {
  commentId: commandId,
  /** Null: a caller, whom this viewer doesn't see; `guestNo` tells such authors apart within a post. */
  author: z.nullable(author),
  guestNo: z.int(),
  text: z.string(),
  mentions: z.array(mention),
  postedAt: instant,
  isOwn: z.boolean(),
  /** Written by the author of the post. */
  isOfAuthor: z.boolean(),
}
const timelineAnswer = z.object(shownComment)
export type TimelineAnswer = z.infer<typeof timelineAnswer>
export const timelineComment = z.object({ ...shownComment, answers: z.array(timelineAnswer) })
export type TimelineComment = z.infer<typeof timelineComment>

/** A written text: the mentions' ids are in it, and the contact guard may be overruled by its author. */
const written = (max: number) => ({
  text: z.string().check(z.maxLength(4 * max)),
  /** The contact guard has warned, and the member sends it all the same. */
  isWarned: z._default(z.boolean(), false),
})

const onePost = z.object({ postId: commandId })
const postAnswer = z.object({ type: success, post: timelinePost })
const postPage = z.object({
  type: success,
  posts: z.array(timelinePost),
  /** Where the next page begins; null after the last post. */
  next: z.nullable(postSeq),
})
const before = { before: z.optional(postSeq) }

/** Posts, likes and comments (Specification 7; product.md, section 12). */
export const timelineEndpoints = {
  postTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/post-timeline',
    access: 'session',
    takesText: true,
    summary:
      'Posts a text with up to four images or a movie, or a poll, now or later; the same id again is the same post',
    input: z.object({
      /** Client-made. */
      postId: commandId,
      ...written(postTextMax),
      /** The member's uploads, in their order. */
      images: z._default(z.array(imageId).check(z.maxLength(postImagesMax)), []),
      /** The broadcaster's upload, ready; not beside images. */
      videoId: z.optional(commandId),
      poll: z.optional(
        z.object({
          choices: z
            .array(z.string().check(z.maxLength(4 * pollChoiceMax)))
            .check(z.minLength(pollChoicesMin), z.maxLength(pollChoicesMax)),
          days: z.int().check(z.minimum(1), z.maximum(pollDaysMax)),
        }),
      ),
      /** A broadcaster's post appears then. */
      publishAt: z.optional(instant),
    }),
    output: postAnswer,
    refusals: [
      'timelineEmpty',
      'timelineTooLong',
      'timelineTooOften',
      'timelineSchedule',
      'pollChoicesWrong',
      'imageGone',
      'videoGone',
      'videoNotReady',
      'idempotencyMismatch',
      'contactWarning',
      'contactRefused',
    ],
  }),
  editTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/edit-timeline',
    access: 'session',
    takesText: true,
    summary: 'Changes the text of an own post, within ten minutes of its publication',
    input: z.object({ postId: commandId, ...written(postTextMax) }),
    output: postAnswer,
    refusals: [
      'notFound',
      'timelineEmpty',
      'timelineTooLong',
      'timelineTooLate',
      'contactWarning',
      'contactRefused',
    ],
  }),
  deleteTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/delete-timeline',
    access: 'session',
    summary: 'Deletes an own post, or one that is scheduled',
    input: onePost,
    output: done,
    refusals: ['notFound'],
  }),
  getTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/get-timeline',
    access: 'public',
    summary: "Everybody's posts or those of the viewer's favourites, newest first; visitors see everybody's",
    input: z.object({ feed: z._default(z.enum(timelineFeeds), 'all'), ...before }),
    output: postPage,
    refusals: [],
  }),
  getMemberTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/get-member-timeline',
    access: 'public',
    summary: 'The posts of one member, newest first',
    input: z.object({ userId: memberId, ...before }),
    output: postPage,
    refusals: ['partnerUnavailable'],
  }),
  getTimelinePost: defineEndpoint({
    method: 'POST',
    path: '/api/get-timeline-post',
    access: 'public',
    summary: 'One post',
    input: onePost,
    output: postAnswer,
    refusals: ['notFound'],
  }),
  getNewTimelineCount: defineEndpoint({
    method: 'POST',
    path: '/api/get-new-timeline-count',
    access: 'session',
    summary:
      "How many posts of others are newer than one, up to 100; without one, since the member's last visit",
    input: z.object({ feed: z._default(z.enum(timelineFeeds), 'all'), after: z.optional(postSeq) }),
    output: z.object({ type: success, count: z.int() }),
    refusals: [],
  }),
  visitTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/visit-timeline',
    access: 'session',
    summary: 'The member opens the timeline; answers the most liked posts since the last visit, at most five',
    input: nothing,
    output: z.object({ type: success, away: z.array(timelinePost) }),
    refusals: [],
  }),
  getScheduledTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/get-scheduled-timeline',
    access: 'session',
    summary: "The member's posts that aren't published yet, the next one first",
    input: nothing,
    output: z.object({ type: success, posts: z.array(timelinePost) }),
    refusals: [],
  }),
  likeTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/like-timeline',
    access: 'session',
    summary: 'Likes a post or takes the like back; doing it again changes nothing',
    input: z.object({ postId: commandId, isLiked: z.boolean() }),
    output: z.object({ type: success, isLiked: z.boolean(), likes: z.int() }),
    refusals: ['notFound'],
  }),
  voteTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/vote-timeline',
    access: 'session',
    summary: 'Votes in a poll, once',
    input: z.object({
      postId: commandId,
      choice: z.int().check(z.minimum(0), z.maximum(pollChoicesMax - 1)),
    }),
    output: z.object({ type: success, poll }),
    refusals: ['notFound', 'pollClosed', 'pollVoted'],
  }),
  commentTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/comment-timeline',
    access: 'session',
    takesText: true,
    summary: 'Comments on a post, or answers a comment; the same id again is the same comment',
    input: z.object({
      /** Client-made. */
      commentId: commandId,
      postId: commandId,
      /** The comment that it answers; an answer itself can't be answered. */
      parentId: z.optional(commandId),
      ...written(commentTextMax),
    }),
    output: z.object({ type: success, comment: timelineAnswer }),
    refusals: [
      'notFound',
      'commentEmpty',
      'commentTooLong',
      'timelineTooOften',
      'answersFull',
      'idempotencyMismatch',
      'contactWarning',
      'contactRefused',
    ],
  }),
  getTimelineComments: defineEndpoint({
    method: 'POST',
    path: '/api/get-timeline-comments',
    access: 'public',
    summary: 'The comments on a post with their answers, oldest first',
    input: z.object({ postId: commandId, after: z.optional(postSeq) }),
    output: z.object({ type: success, comments: z.array(timelineComment), next: z.nullable(postSeq) }),
    refusals: ['notFound'],
  }),
  deleteTimelineComment: defineEndpoint({
    method: 'POST',
    path: '/api/delete-timeline-comment',
    access: 'session',
    summary: 'Deletes an own comment, or one on an own post, with its answers',
    input: z.object({ commentId: commandId }),
    output: done,
    refusals: ['notFound'],
  }),
  reportTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/report-timeline',
    access: 'session',
    takesText: true,
    summary: 'Reports a post or a comment to the operators, with the post as it is now',
    input: z.object({
      /** Client-made; the same id again is the same report. */
      reportId: commandId,
      postId: commandId,
      /** Left out: the post itself. */
      commentId: z.optional(commandId),
      reason: z.enum(reportReasons),
      text: z._default(z.string().check(z.maxLength(4 * reportTextMax)), ''),
    }),
    output: done,
    refusals: ['notFound', 'reportSelf', 'reportTextTooLong', 'reportTooOften', 'idempotencyMismatch'],
  }),
}

/** To pages that show the timeline: something was posted; the page asks how much of it is for it. */
export interface TimelineClientEvents {
  /** Whether this page shows the timeline. */
  'timeline:watch': (isShown: boolean) => void
}

/** To open pages of followers who want it: a favourite broadcaster has posted. */
export const favouritePosted = z.object({ partnerId: memberId, partnerName: z.string(), postId: commandId })
