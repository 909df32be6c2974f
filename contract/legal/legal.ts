import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'
import { consentDocuments, legalDocuments } from './legal-documents.ts'

export const legalDocument = z.enum(legalDocuments)
const consentDocument = z.enum(consentDocuments)

/** Counts up from 1 within a document. */
export const versionNumber = z.int().check(z.minimum(1), z.maximum(1_000_000))

export const legalVersion = z.object({
  number: versionNumber,
  publishedAt: instant,
  /** What changed, in the operator's one sentence; '' for the first one. */
  changeSummary: z.string(),
  asksConsent: z.boolean(),
})
export type LegalVersion = z.infer<typeof legalVersion>

export const legalPage = z.object({
  document: legalDocument,
  version: legalVersion,
  /** Safe to show as it is: made by the server out of Markdown. */
  html: z.string(),
  /** All of them, newest first; the first one is in force. */
  versions: z.array(legalVersion),
})
export type LegalPage = z.infer<typeof legalPage>

/** What the member has to agree to before new calls and purchases. */
export const dueConsent = z.object({
  document: consentDocument,
  /** The version in force. */
  version: versionNumber,
  publishedAt: instant,
  /** What changed since the version that was agreed to last, oldest first. */
  changes: z.array(z.string()),
})
export type DueConsent = z.infer<typeof dueConsent>

export const legalEndpoints = {
  getLegalDocument: defineEndpoint({
    method: 'POST',
    path: '/api/get-legal-document',
    access: 'public',
    summary: 'A legal page: the version in force, or an earlier one',
    input: z.object({ document: legalDocument, version: z.optional(versionNumber) }),
    output: z.object({ type: success, page: legalPage }),
    refusals: ['notFound'],
  }),
  getAgreements: defineEndpoint({
    method: 'POST',
    path: '/api/get-agreements',
    access: 'session',
    summary: 'What the member agreed to, newest first, and which consents are due now',
    input: nothing,
    output: z.object({
      type: success,
      agreements: z.array(z.object({ document: legalDocument, version: versionNumber, agreedAt: instant })),
      due: z.array(dueConsent),
    }),
    refusals: [],
  }),
  agree: defineEndpoint({
    method: 'POST',
    path: '/api/agree',
    access: 'session',
    summary: 'The member agrees to the versions that were shown; agreeing again changes nothing',
    input: z.object({
      agreements: z
        .array(z.object({ document: consentDocument, version: versionNumber }))
        .check(z.minLength(1), z.maxLength(consentDocuments.length)),
    }),
    output: done,
    refusals: ['legalVersionOld'],
  }),
}
