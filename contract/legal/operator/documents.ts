import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, nothing, success } from '#contract/core/shared.ts'
import { legalDocument, legalVersion, versionNumber } from '../legal.ts'

/** UTF-16 units of a Markdown text; with three bytes each it fits a request of 64 KB. */
export const markdownMax = 18_000
/** One sentence. */
export const changeSummaryMax = 200

export const markdownText = z.string().check(z.maxLength(markdownMax))

const publishedVersion = z.extend(legalVersion, {
  /** The operator's mail address; null: it came with the program. */
  publishedBy: z.nullable(z.string()),
})
export type PublishedVersion = z.infer<typeof publishedVersion>

export const operatorLegalEndpoints = {
  operatorLegalDocuments: defineEndpoint({
    method: 'POST',
    path: '/api/operator/legal-documents',
    access: 'operator',
    summary: 'The legal documents with the version in force of each',
    input: nothing,
    output: z.object({
      type: success,
      documents: z.array(z.object({ document: legalDocument, version: publishedVersion })),
    }),
    refusals: [],
  }),
  operatorLegalDocument: defineEndpoint({
    method: 'POST',
    path: '/api/operator/legal-document',
    access: 'operator',
    summary: 'A document as it is in force, in Markdown, with all its versions',
    input: z.object({ document: legalDocument }),
    output: z.object({ type: success, markdown: z.string(), versions: z.array(publishedVersion) }),
    refusals: ['notFound'],
  }),
  operatorPreviewMarkdown: defineEndpoint({
    method: 'POST',
    path: '/api/operator/preview-markdown',
    access: 'operator',
    summary: 'What a Markdown text will look like to members',
    input: z.object({ markdown: markdownText }),
    output: z.object({ type: success, html: z.string() }),
    refusals: ['markdownTooComplex'],
  }),
  operatorPublishLegalDocument: defineEndpoint({
    method: 'POST',
    path: '/api/operator/publish-legal-document',
    access: 'operator',
    summary: 'Publishes a new version, which is never changed afterwards',
    input: z.object({
      id: commandId,
      document: legalDocument,
      /** The version that was edited. */
      basedOn: versionNumber,
      markdown: markdownText,
      changeSummary: z.string().check(z.maxLength(changeSummaryMax)),
      asksConsent: z.boolean(),
    }),
    output: z.object({ type: success, number: versionNumber }),
    refusals: [
      'legalTextEmpty',
      'legalSummaryMissing',
      'legalUnchanged',
      'legalConsentUnfit',
      'legalVersionOld',
      'idempotencyMismatch',
      'markdownTooComplex',
    ],
  }),
}
