import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, nothing, success } from '#contract/core/shared.ts'

/** Why somebody reports; the words are the screen's. */
export const reportReasons = [
  'contactExchange',
  'harassment',
  'fraud',
  'underAge',
  'sexual',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]
/** Characters of the free words of a report. */
export const reportTextMax = 1000

/** Where somebody appears by name and may be reported. */
const memberSurfaces = ['profile', 'chat', 'call'] as const
export type MemberSurface = (typeof memberSurfaces)[number]
/**
 * Where the reported person appeared; a review shows no name (contract/reviews/reviews.ts, reportReview), and the flow of
 * a live room has a report of its own (contract/live/flow.ts, reportLiveComment).
 */
export const reportSurfaces = [...memberSurfaces, 'review', 'timeline', 'live', 'market'] as const
export type ReportSurface = (typeof reportSurfaces)[number]

const blockedPerson = z.object({
  blockId: commandId,
  /** Null where the viewer never learns it: callers meet in the market by name alone. */
  id: z.nullable(memberId),
  name: z.string(),
  avatarId: z.nullable(z.string()),
  blockedAt: instant,
})

const partnerInput = z.object({ partnerId: memberId })

/** One safety control on every surface where a person appears (product.md 8.3). A block holds at once and both ways. */
export const safetyEndpoints = {
  addBlock: defineEndpoint({
    method: 'POST',
    path: '/api/add-block',
    access: 'session',
    summary: 'Blocks a member; a call between the two ends. Blocking again changes nothing',
    input: partnerInput,
    output: done,
    refusals: ['notFound', 'blockSelf'],
  }),
  removeBlock: defineEndpoint({
    method: 'POST',
    path: '/api/remove-block',
    access: 'session',
    summary: "Lifts the viewer's own block",
    /** One of the two. */
    input: z.object({ partnerId: z.optional(memberId), blockId: z.optional(commandId) }),
    output: done,
    refusals: ['notFound'],
  }),
  getBlocks: defineEndpoint({
    method: 'POST',
    path: '/api/get-blocks',
    access: 'session',
    summary: 'Whom the viewer blocks, newest first',
    input: nothing,
    output: z.object({ type: success, people: z.array(blockedPerson) }),
    refusals: [],
  }),
  addReport: defineEndpoint({
    method: 'POST',
    path: '/api/add-report',
    access: 'session',
    takesText: true,
    summary: 'Reports a member to the operators, with the messages around one as evidence',
    input: z.object({
      /** Client-made; the same id again is the same report. */
      reportId: commandId,
      partnerId: memberId,
      surface: z.enum(memberSurfaces),
      reason: z.enum(reportReasons),
      text: z._default(z.string().check(z.maxLength(4 * reportTextMax)), ''),
      /** The message it is about, of the conversation with this member. */
      messageId: z.optional(commandId),
      callId: z.optional(commandId),
    }),
    output: done,
    refusals: ['notFound', 'reportSelf', 'reportTextTooLong', 'reportTooOften', 'idempotencyMismatch'],
  }),
}
