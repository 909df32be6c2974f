import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, nothing, success } from '#contract/core/shared.ts'
import { reportReasons } from '#contract/safety/safety.ts'

const flaggedPost = z.object({
  postId: commandId,
  threadId: commandId,
  threadTitle: z.string(),
  number: z.int(),
  /** Of a deleted first post the first line is the title that the thread had. */
  text: z.string(),
  postedAt: instant,
  /** Null after the erasure of the account. */
  author: z.nullable(z.object({ id: memberId, name: z.string() })),
  flags: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  /** Hidden by flags until a decision. */
  isHidden: z.boolean(),
  /** Deleted by its author after it was flagged: members don't see it, operators see what it said. */
  isDeleted: z.boolean(),
})
export type FlaggedBoardPost = z.infer<typeof flaggedPost>

const categoryId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/))
const operatorCategory = z.object({
  categoryId,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** Takes new threads, and is in the list. */
  isOpen: z.boolean(),
})
export type OperatorBoardCategory = z.infer<typeof operatorCategory>

/** What operators do about the boards. */
export const operatorBoardsEndpoints = {
  operatorBoardFlags: defineEndpoint({
    method: 'POST',
    path: '/api/operator/board-flags',
    access: 'operator',
    summary:
      'Flagged posts that no operator has decided about, the hidden ones first, with those that their authors deleted',
    input: nothing,
    output: z.object({ type: success, posts: z.array(flaggedPost) }),
    refusals: [],
  }),
  operatorDecideBoardPost: defineEndpoint({
    method: 'POST',
    path: '/api/operator/decide-board-post',
    access: 'operator',
    summary: 'Keeps a flagged post, which later flags no longer hide, or removes it with a reason',
    input: z.object({
      postId: commandId,
      decision: z.enum(['keep', 'remove', 'removeAndCloseThread']),
      reason: z._default(z.string().check(z.maxLength(1_000)), ''),
    }),
    output: done,
    refusals: ['notFound', 'boardReasonMissing'],
  }),
  operatorBoardCategories: defineEndpoint({
    method: 'POST',
    path: '/api/operator/board-categories',
    access: 'operator',
    summary: 'The categories in their order, closed ones too',
    input: nothing,
    output: z.object({ type: success, categories: z.array(operatorCategory) }),
    refusals: [],
  }),
  operatorSetBoardCategories: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-board-categories',
    access: 'operator',
    summary: 'Sets names, order and openness; a category that is left out is closed, and its threads stay',
    input: z.object({ categories: z.array(operatorCategory).check(z.minLength(1), z.maxLength(30)) }),
    output: done,
    refusals: [],
  }),
}
