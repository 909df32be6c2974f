import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, nothing, success } from '#contract/core/shared.ts'
import {
  type DocumentKind,
  decisionMessageMax,
  decisionReason,
  documentKinds,
  documentSides,
  keptDays,
} from './applications.ts'

/** An application as operators know it. `withdrawn`: by the applicant, or by running out of time. */
export const submittedStates = ['submitted', 'needsMore', 'approved', 'refused', 'withdrawn'] as const
export type SubmittedState = (typeof submittedStates)[number]

/** One page of what was decided; of those waiting, the longest waiting. */
export const applicationsPerPage = 50
/** Days before a refused applicant may apply again, at most. */
const reapplyDaysMax = 365
/** Days that documents may be kept after a decision, at most. */
export const keptDaysMax = 180

const documentKind = z.enum(Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]])

const applicationLine = z.object({
  id: z.int(),
  memberId,
  memberName: z.string(),
  state: z.enum(submittedStates),
  documentKind,
  submittedAt: instant,
  /** How often it was handed in. */
  submissions: z.int(),
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(z.string()),
  /** Whether another account has handed in the same name and birth date. */
  isDuplicate: z.boolean(),
})
export type ApplicationLine = z.infer<typeof applicationLine>

const document = z.object({
  id: commandId,
  side: z.enum(documentSides),
  receivedAt: instant,
})

const applicationDetail = z.extend(applicationLine, {
  /** What was typed; null once it was deleted with the documents, or when it can't be opened. */
  person: z.nullable(
    z.object({ legalName: z.string(), legalKana: z.string(), birthDate: z.string(), age: z.int() }),
  ),
  documents: z.array(document),
  documentsDeletedAt: z.nullable(instant),
  registeredAt: instant,
  termsVersion: z.string(),
  reason: z.nullable(decisionReason),
  message: z.string(),
  mayApplyAgainAt: z.nullable(instant),
  /** Applications of other accounts with the same name and birth date. */
  duplicates: z.array(
    z.object({ id: z.int(), memberId, memberName: z.string(), state: z.enum(submittedStates) }),
  ),
  /** Of the same account. */
  earlier: z.array(z.object({ id: z.int(), state: z.enum(submittedStates), submittedAt: instant })),
})
export type ApplicationDetail = z.infer<typeof applicationDetail>

/** A document's picture, for operators behind both steps, each view in the audit log: `…/{application}/{document}`. */
export const documentImagePath = '/api/operator/identity-document'

/** What is decided upon: an application as it was handed in for the `submission`-th time. */
const decided = { applicationId: z.int(), submission: z.int() }
const words = { reason: decisionReason, message: z.string().check(z.maxLength(decisionMessageMax)) }

export const operatorApplicationsEndpoints = {
  operatorApplications: defineEndpoint({
    method: 'POST',
    path: '/api/operator/applications',
    access: 'operator',
    summary:
      'Applications to become a broadcaster: those waiting, the longest waiting first; or the others, newest first',
    input: z.object({
      state: z.enum(['waiting', 'others']),
      memberId: z.optional(memberId),
      beforeId: z.optional(z.int()),
    }),
    output: z.object({
      type: success,
      applications: z.array(applicationLine),
      hasMore: z.boolean(),
      /** How many wait in all. */
      waiting: z.int(),
    }),
    refusals: [],
  }),
  operatorApplication: defineEndpoint({
    method: 'POST',
    path: '/api/operator/application',
    access: 'operator',
    summary: 'One application with what was typed and which documents there are; not their pictures',
    input: z.object({ applicationId: z.int() }),
    output: z.object({ type: success, application: applicationDetail }),
    refusals: ['notFound'],
  }),
  operatorApproveApplication: defineEndpoint({
    method: 'POST',
    path: '/api/operator/approve-application',
    access: 'operator',
    summary: 'Makes the applicant a broadcaster at once; the birth date is the document’s from then on',
    input: z.object(decided),
    output: done,
    refusals: ['notFound', 'applicationDecided', 'applicantInCall'],
  }),
  operatorRefuseApplication: defineEndpoint({
    method: 'POST',
    path: '/api/operator/refuse-application',
    access: 'operator',
    summary: 'Refuses with a reason that the applicant reads',
    input: z.object({
      ...decided,
      ...words,
      /** Days until one may apply again; null: not again. */
      reapplyAfterDays: z.nullable(z.int().check(z.minimum(0), z.maximum(reapplyDaysMax))),
    }),
    output: done,
    refusals: ['notFound', 'applicationDecided'],
  }),
  operatorAskMoreOfApplication: defineEndpoint({
    method: 'POST',
    path: '/api/operator/ask-more-of-application',
    access: 'operator',
    summary:
      'Gives it back to the applicant, with what has to be sent again; an empty list asks for the texts alone',
    input: z.object({ ...decided, ...words, sides: z.array(z.enum(documentSides)) }),
    output: done,
    refusals: ['notFound', 'applicationDecided'],
  }),
  operatorApplicationSetting: defineEndpoint({
    method: 'POST',
    path: '/api/operator/application-setting',
    access: 'operator',
    summary: 'How many days documents are kept after a decision',
    input: nothing,
    output: z.object({ type: success, keptDays }),
    refusals: [],
  }),
  operatorSetApplicationSetting: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-application-setting',
    access: 'operator',
    summary: 'Sets how many days documents are kept after a decision; what was decided before follows',
    input: z.object({
      keptDays: z.object({
        approved: z.int().check(z.minimum(1), z.maximum(keptDaysMax)),
        refused: z.int().check(z.minimum(1), z.maximum(keptDaysMax)),
      }),
    }),
    output: done,
    refusals: [],
  }),
}
