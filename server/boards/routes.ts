import type { boardsEndpoints } from '#contract/boards/boards.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { flagBoardPost } from './actions/flag-board-post.ts'
import {
  hideBoardAuthor,
  recordSeen,
  showBoardAuthors,
  subscribeBoardThread,
} from './actions/follow-boards.ts'
import { answerBoard, openBoardThread } from './actions/post-board.ts'
import { deleteBoardPost } from './actions/remove-board-post.ts'
import { boardCategories, boardPosts, boardThread, boardThreads } from './queries.ts'

export const boardsHandlers: HandlersOf<typeof boardsEndpoints> = {
  getBoardCategories: async ({ context }) => ({
    type: 'success',
    categories: await context.sharedReads.read('boardCategories', () => boardCategories(context.db)),
  }),

  getBoardThreads: async ({ context, viewer, input }) =>
    // PostgreSQL's text can't hold NUL, and nobody types one.
    input.words.includes('\0') || input.categoryId?.includes('\0')
      ? refuse('badInput')
      : { type: 'success', ...(await boardThreads(context.db, viewer.memberId, input)) },

  getBoardThread: async ({ context: { db }, viewer: { memberId }, input: { threadId, after } }) => {
    const thread = await boardThread(db, memberId, threadId)
    if (!thread) return refuse('notFound')
    const [opening, page] = await Promise.all([
      boardPosts(db, memberId, threadId, { postId: threadId }),
      boardPosts(db, memberId, threadId, { after: Math.max(1, after) }),
    ])
    if (thread.isSubscribed)
      await recordSeen(db, memberId, threadId, page.more ? (page.posts.at(-1)?.number ?? 0) : thread.posts)
    return { type: 'success', thread, opening: opening.posts[0] ?? null, ...page }
  },

  getMoreBoardPosts: async ({ context: { db }, viewer: { memberId }, input }) => {
    const { threadId, after = 0, before } = input
    const thread = await boardThread(db, memberId, threadId)
    if (!thread) return refuse('notFound')
    const page = await boardPosts(db, memberId, threadId, before === undefined ? { after } : { before })
    if (thread.isSubscribed && before === undefined)
      await recordSeen(db, memberId, threadId, page.more ? (page.posts.at(-1)?.number ?? 0) : thread.posts)
    return { type: 'success', ...page }
  },

  postBoard: async ({ context, viewer, input }) =>
    input.categoryId.includes('\0')
      ? refuse('notFound')
      : ((await openBoardThread(context, viewer, input)) ?? { type: 'success', threadId: input.threadId }),

  answerBoard: async ({ context, viewer, input }) => {
    const post = await answerBoard(context, viewer, input)
    return isRefusal(post) ? post : { type: 'success', post }
  },

  deleteBoardPost: async ({ context, viewer, input }) =>
    (await inTransaction(context.db, (tx) => deleteBoardPost(tx, viewer.memberId, input.postId))) ?? {
      type: 'success',
    },

  flagBoardPost: async ({ context, viewer, input }) =>
    (await flagBoardPost(context, viewer, input)) ?? { type: 'success' },

  hideBoardAuthor: async ({ context, viewer, input }) =>
    (await inTransaction(context.db, (tx) => hideBoardAuthor(tx, viewer.memberId, input.postId))) ?? {
      type: 'success',
    },

  showBoardAuthors: async ({ context, viewer }) => ({
    type: 'success',
    authors: await showBoardAuthors(context.db, viewer.memberId),
  }),

  subscribeBoardThread: async ({ context, viewer, input }) =>
    (await inTransaction(context.db, (tx) => subscribeBoardThread(tx, viewer.memberId, input))) ?? {
      type: 'success',
    },
}
