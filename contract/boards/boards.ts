import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, nothing, smallCount, success } from '#contract/core/shared.ts'
import { reportReasons } from '#contract/safety/safety.ts'

/** Graphemes of a thread's title. */
export const boardTitleMax = 40
/** Graphemes of a post. */
export const boardTextMax = 1_000
/** Posts of one thread; a full thread takes no more answers. */
export const boardPostsMax = 1_000
/** Posts of one page. */
export const boardPageSize = 30
/** So many different members' flags hide a post until an operator has looked at it. */
export const boardFlagsToHide = 3

export const boardCategory = z.object({ categoryId: z.string(), name: z.string(), threads: z.int() })
export type BoardCategory = z.infer<typeof boardCategory>

/**
 * One post. The author is shown by a mark that is the same within one thread and one Japanese day, and by nothing
 * else: no name, no age, no region.
 */
export const boardPost = z.object({
  postId: commandId,
  /** Counts up within the thread from 1; numbers of posts that aren't shown are left out. */
  number: z.int(),
  mark: z.string(),
  /** The post is by who opened the thread. */
  isOpener: z.boolean(),
  isOwn: z.boolean(),
  text: z.string(),
  postedAt: instant,
  /** The viewer has flagged it. */
  isFlagged: z.boolean(),
})
export type BoardPost = z.infer<typeof boardPost>

export const boardThread = z.object({
  threadId: commandId,
  categoryId: z.string(),
  title: z.string(),
  /** Posts with the first one; those that aren't shown count too. */
  posts: z.int(),
  /** The beginning of the first post. */
  preview: z.string(),
  openedAt: instant,
  lastPostAt: instant,
  isOwn: z.boolean(),
  isSubscribed: z.boolean(),
  /** Posts that the viewer, who subscribes to the thread, hasn't seen. */
  unseen: z.int(),
  /** An operator has closed it, or it is full. */
  isClosed: z.boolean(),
})
export type BoardThread = z.infer<typeof boardThread>

/** A keyset cursor of a list of threads. */
const threadCursor = z.object({ at: instant, threadId: commandId })
export type BoardThreadCursor = z.infer<typeof threadCursor>

export const boardOrders = ['active', 'new'] as const
export type BoardOrder = (typeof boardOrders)[number]

const text = z.string().check(z.maxLength(40 * boardTextMax))
const threadInput = z.object({ threadId: commandId })
const postInput = z.object({ postId: commandId })
const writing = [
  'boardTextWrong',
  'boardTooOften',
  'contactWarning',
  'contactRefused',
  'idempotencyMismatch',
] as const

/** 掲示板 (product.md, section 14): threads of members who stay anonymous to each other. */
export const boardsEndpoints = {
  getBoardCategories: defineEndpoint({
    method: 'POST',
    path: '/api/get-board-categories',
    access: 'session',
    summary: 'The categories of the boards in the operators’ order',
    input: nothing,
    output: z.object({ type: success, categories: z.array(boardCategory) }),
    refusals: [],
  }),
  getBoardThreads: defineEndpoint({
    method: 'POST',
    path: '/api/get-board-threads',
    access: 'session',
    summary: 'Threads by their newest post or by their opening, also by words of title and first post',
    input: z.object({
      categoryId: z.optional(z.string().check(z.maxLength(40))),
      /** Only the viewer's own and subscribed ones. */
      isMine: z._default(z.boolean(), false),
      words: z._default(z.string().check(z.maxLength(100)), ''),
      order: z._default(z.enum(boardOrders), 'active'),
      before: z.optional(threadCursor),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({
      type: success,
      threads: z.array(boardThread),
      /** Where the next page begins; null after the last. */
      next: z.nullable(threadCursor),
    }),
    refusals: [],
  }),
  getBoardThread: defineEndpoint({
    method: 'POST',
    path: '/api/get-board-thread',
    access: 'session',
    summary:
      'A thread with its first post and the page of posts after `after`; a subscriber has seen them by that',
    input: z.extend(threadInput, { after: z._default(smallCount, 0) }),
    output: z.object({
      type: success,
      thread: boardThread,
      /** The opening post, unless it is not shown. */
      opening: z.nullable(boardPost),
      posts: z.array(boardPost),
      more: z.boolean(),
    }),
    refusals: ['notFound'],
  }),
  getMoreBoardPosts: defineEndpoint({
    method: 'POST',
    path: '/api/get-more-board-posts',
    access: 'session',
    summary: 'The page of posts after this number, or the newest page before one',
    input: z.extend(threadInput, {
      after: z.optional(smallCount),
      before: z.optional(smallCount),
    }),
    output: z.object({ type: success, posts: z.array(boardPost), more: z.boolean() }),
    refusals: ['notFound'],
  }),
  postBoard: defineEndpoint({
    method: 'POST',
    path: '/api/post-board',
    access: 'session',
    summary: 'Opens a thread with its first post; the id is client-made, and a repeat changes nothing',
    input: z.extend(threadInput, {
      categoryId: z.string().check(z.maxLength(40)),
      title: z.string().check(z.maxLength(40 * boardTitleMax)),
      text,
      isWarned: z._default(z.boolean(), false),
    }),
    output: z.object({ type: success, threadId: commandId }),
    takesText: true,
    refusals: ['notFound', 'boardTitleWrong', ...writing],
  }),
  answerBoard: defineEndpoint({
    method: 'POST',
    path: '/api/answer-board',
    access: 'session',
    summary: 'Adds a post to a thread; the id is client-made, and a repeat changes nothing',
    input: z.extend(threadInput, { postId: commandId, text, isWarned: z._default(z.boolean(), false) }),
    output: z.object({ type: success, post: boardPost }),
    takesText: true,
    refusals: ['notFound', 'boardThreadClosed', ...writing],
  }),
  deleteBoardPost: defineEndpoint({
    method: 'POST',
    path: '/api/delete-board-post',
    access: 'session',
    summary: 'Deletes an own post; the first one takes a thread without answers along',
    input: postInput,
    output: done,
    refusals: ['notFound'],
  }),
  flagBoardPost: defineEndpoint({
    method: 'POST',
    path: '/api/flag-board-post',
    access: 'session',
    summary:
      'Flags a post for the operators; three flags of different members hide it until they have looked',
    input: z.extend(postInput, { reason: z.enum(reportReasons) }),
    output: done,
    refusals: ['notFound', 'reportSelf', 'reportTooOften'],
  }),
  hideBoardAuthor: defineEndpoint({
    method: 'POST',
    path: '/api/hide-board-author',
    access: 'session',
    summary: 'Hides what bears this post’s mark in its thread from the viewer',
    input: postInput,
    output: done,
    refusals: ['notFound', 'blockSelf'],
  }),
  showBoardAuthors: defineEndpoint({
    method: 'POST',
    path: '/api/show-board-authors',
    access: 'session',
    summary: 'Shows everything hidden again; `authors` counts the marks',
    input: nothing,
    output: z.object({ type: success, authors: z.int() }),
    refusals: [],
  }),
  subscribeBoardThread: defineEndpoint({
    method: 'POST',
    path: '/api/subscribe-board-thread',
    access: 'session',
    summary: 'Whether the viewer is notified of new posts in a thread',
    input: z.extend(threadInput, { isSubscribed: z.boolean() }),
    output: done,
    refusals: ['notFound', 'boardSubscriptionsFull'],
  }),
}
