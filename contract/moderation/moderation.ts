import * as z from 'zod/mini'
import { callKinds, callPhases, endReasons } from '#contract/calls/calls.ts'
import { chatBody } from '#contract/chat/chat.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import {
  commandId,
  done,
  imageId,
  instant,
  memberId,
  nothing,
  points,
  success,
} from '#contract/core/shared.ts'
import { requestPhases } from '#contract/gallery/requests.ts'
import { itemStates } from '#contract/market/market.ts'
import { reviewAnswer, reviewId, reviewParts } from '#contract/reviews/reviews.ts'
import { reportReasons, reportSurfaces } from '#contract/safety/safety.ts'
import { timelineMovie } from '#contract/timeline/movies.ts'

/** What becomes of a text that looks like an exchange of contacts (product.md 8.5). */
export const contactGuards = ['off', 'warn', 'refuse'] as const
export type ContactGuard = (typeof contactGuards)[number]

/** What came of a report: nothing, or a warning that the reported member reads in the app. */
export const reportOutcomes = ['none', 'warned'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]
export const reportNoteMax = 1000
/** Characters of the reason for removing a post or a comment; for the audit log. */
export const removalReasonMax = 300
/** One page of the list. */
export const reportsPerPage = 50

const person = z.object({ id: memberId, name: z.string() })

const reportLine = z.object({
  id: z.int(),
  reason: z.enum(reportReasons),
  surface: z.enum(reportSurfaces),
  reportedAt: instant,
  reporter: person,
  /** Whom it is about. */
  reported: person,
  /** Reports about the same person, and those among them that are open. */
  reports: z.int(),
  openReports: z.int(),
  /** Null while it is open. */
  closed: z.nullable(
    z.object({ at: instant, by: z.string(), outcome: z.enum(reportOutcomes), note: z.string() }),
  ),
})
export type ReportLine = z.infer<typeof reportLine>

/** A message as it stood when it was reported. */
const evidenceMessage = z.object({
  messageId: commandId,
  seq: z.int(),
  /** Null: the platform. */
  senderId: z.nullable(memberId),
  sentAt: instant,
  body: chatBody,
  /** Taken back before that; it is still shown here for some days after it was. */
  wasUnsent: z.boolean(),
})
export type EvidenceMessage = z.infer<typeof evidenceMessage>

const evidenceCall = z.object({
  callId: commandId,
  kind: z.enum(callKinds),
  phase: z.enum(callPhases),
  diallerId: memberId,
  requestedAt: instant,
  connectedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(endReasons)),
  connectedSec: z.int(),
})
export type EvidenceCall = z.infer<typeof evidenceCall>

/** A line of a live room's flow as it stood when it was reported; the last one is what it is about. */
const evidenceLive = z.object({
  seq: z.int(),
  /** Null: the room itself. */
  author: z.nullable(person),
  at: instant,
  text: z.string(),
  wasRemoved: z.boolean(),
})
export type EvidenceLive = z.infer<typeof evidenceLive>

/** A wish for pictures between the two, as it stood when one of them was reported. */
const evidenceRequest = z.object({
  requestId: commandId,
  /** Who wrote the wish. */
  callerId: memberId,
  wish: z.string(),
  points,
  phase: z.enum(requestPhases),
  sentAt: instant,
})
export type EvidenceRequest = z.infer<typeof evidenceRequest>

/** A review as it stood when it or its answer was reported. */
const evidenceReview = z.object({
  reviewId,
  part: z.enum(reviewParts),
  score: z.int(),
  description: z.string(),
  postedAt: instant,
  author: person,
  /** Whom it is about, and who answered. */
  target: person,
  answer: z.nullable(reviewAnswer),
})
export type EvidenceReview = z.infer<typeof evidenceReview>

/** Where it stands now: `gone` with its author; `none`, never answered. */
const reviewStatus = z.object({
  review: z.enum(['shown', 'hidden', 'gone']),
  answer: z.enum(['shown', 'hidden', 'none']),
})
export type ReviewStatus = z.infer<typeof reviewStatus>

/** A post, and a comment on it if that was reported, as they stood then. */
const evidenceTimeline = z.object({
  postId: commandId,
  author: person,
  /** With a poll's choices. */
  text: z.string(),
  images: z.array(z.object({ imageId })),
  movie: z.nullable(timelineMovie),
  postedAt: instant,
  comment: z.nullable(
    z.object({ commentId: commandId, author: person, text: z.string(), postedAt: instant }),
  ),
})
export type EvidenceTimeline = z.infer<typeof evidenceTimeline>

/** An item of the flea market, and a question under it if that was reported, as they stood then. */
const evidenceMarket = z.object({
  itemId: commandId,
  seller: person,
  title: z.string(),
  description: z.string(),
  points,
  images: z.array(z.object({ imageId })),
  listedAt: instant,
  question: z.nullable(
    z.object({ questionId: commandId, author: person, text: z.string(), askedAt: instant }),
  ),
})
export type EvidenceMarket = z.infer<typeof evidenceMarket>

/** Where it stands now: `gone` when its author deleted it. */
const timelineStatuses = ['shown', 'removed', 'gone'] as const

const report = z.extend(reportLine, {
  text: z.string(),
  /** The message it is about. */
  messageId: z.nullable(commandId),
  messages: z.array(evidenceMessage),
  call: z.nullable(evidenceCall),
  /** The newest first. */
  requests: z.array(evidenceRequest),
  review: z.nullable(z.extend(evidenceReview, { now: reviewStatus })),
  timeline: z.nullable(z.extend(evidenceTimeline, { now: z.enum(timelineStatuses) })),
  live: z.array(evidenceLive),
  /** With the item's state now, and whether the question is still there. */
  market: z.nullable(
    z.extend(evidenceMarket, { now: z.nullable(z.enum(itemStates)), isQuestionThere: z.boolean() }),
  ),
})
export type Report = z.infer<typeof report>

/** A picture among a report's messages, for operators who may read the report: `…/{report}/{image}`. */
export const reportImagePath = '/api/operator/report-image'
/** The movie of a reported post: `…/{report}/{version}.mp4`. */
export const reportVideoPath = '/api/operator/report-video'

export const operatorSafetyEndpoints = {
  operatorReports: defineEndpoint({
    method: 'POST',
    path: '/api/operator/reports',
    access: 'operator',
    summary: "Members' reports, newest first: open or closed ones, of one reason, about one person",
    input: z.object({
      state: z.enum(['open', 'closed']),
      reason: z.optional(z.enum(reportReasons)),
      memberId: z.optional(memberId),
      beforeId: z.optional(z.int()),
    }),
    output: z.object({ type: success, reports: z.array(reportLine), hasMore: z.boolean() }),
    refusals: [],
  }),
  operatorReport: defineEndpoint({
    method: 'POST',
    path: '/api/operator/report',
    access: 'operator',
    summary: 'One report with its evidence: nowhere else does an operator see what members wrote',
    input: z.object({ reportId: z.int() }),
    output: z.object({ type: success, report }),
    refusals: ['notFound'],
  }),
  operatorCloseReport: defineEndpoint({
    method: 'POST',
    path: '/api/operator/close-report',
    access: 'operator',
    summary: 'Closes a report, once; a warning reaches the reported member as a notice',
    input: z.object({
      reportId: z.int(),
      outcome: z.enum(reportOutcomes),
      /** For operators alone. */
      note: z._default(z.string().check(z.maxLength(reportNoteMax)), ''),
    }),
    output: done,
    refusals: ['notFound', 'reportClosed'],
  }),
  operatorHideReview: defineEndpoint({
    method: 'POST',
    path: '/api/operator/hide-review',
    access: 'operator',
    summary: 'Takes a review or its answer down, or shows it again; a hidden review counts in no total',
    input: z.object({ reviewId, part: z.enum(reviewParts), isHidden: z.boolean() }),
    output: done,
    refusals: ['notFound'],
  }),
  operatorRemoveTimeline: defineEndpoint({
    method: 'POST',
    path: '/api/operator/remove-timeline',
    access: 'operator',
    summary: 'Removes a post or a comment with a reason, or shows it again',
    input: z.object({
      postId: commandId,
      /** Left out: the post itself. */
      commentId: z.optional(commandId),
      isRemoved: z.boolean(),
      reason: z.string().check(z.minLength(1), z.maxLength(removalReasonMax)),
    }),
    output: done,
    refusals: ['notFound'],
  }),
  operatorSafetySetting: defineEndpoint({
    method: 'POST',
    path: '/api/operator/safety-setting',
    access: 'operator',
    summary: 'What operators have set for the safety of the whole platform',
    input: nothing,
    output: z.object({ type: success, contactGuard: z.enum(contactGuards) }),
    refusals: [],
  }),
  operatorSetContactGuard: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-contact-guard',
    access: 'operator',
    summary: 'Sets what becomes of texts that look like an exchange of contacts, from the next message on',
    input: z.object({ contactGuard: z.enum(contactGuards) }),
    output: done,
    refusals: [],
  }),
}
