import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'

/** Documents with a photograph and a birth date, in the words of the form. */
export const documentKinds = {
  driversLicence: '運転免許証',
  myNumberCard: 'マイナンバーカード',
  passport: 'パスポート',
  residenceCard: '在留カード',
} as const satisfies Record<string, string>
export type DocumentKind = keyof typeof documentKinds

/** The document's two sides, and the applicant holding it beside the face. */
export const documentSides = ['front', 'back', 'selfie'] as const
export type DocumentSide = (typeof documentSides)[number]

/** What an operator tells the applicant, in full sentences: why the application was refused, or what else is needed. */
export const decisionReasons = {
  unreadable: '書類の画像がぼやけている、または反射していて読み取れませんでした。',
  incomplete: '書類の四隅や必要な面が写っていませんでした。',
  expired: '書類の有効期限が切れていました。',
  dataDiffers: '入力されたお名前または生年月日が、書類の内容と違っていました。',
  faceDiffers: '書類とお顔の写真から、ご本人であることを確認できませんでした。',
  notAccepted: 'お送りいただいた書類は、本人確認にご利用いただけないものでした。',
  duplicate: 'すでに別のアカウントで配信者として登録されています。',
  other: '総合的に判断した結果です。',
} as const satisfies Record<string, string>
export type DecisionReason = keyof typeof decisionReasons

/** Characters of an operator's free text to the applicant. */
export const decisionMessageMax = 500
/** Characters, as people count them, of a name in a passport of the longest kind. */
export const legalNameGraphemesMax = 50

/** The terms for broadcasters that an application agrees to; stored with the time. */
export const broadcasterTermsVersion = '2026-11-01'

const applicationStates = ['none', 'draft', 'submitted', 'needsMore', 'approved', 'refused'] as const

const documentKind = z.enum(Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]])
const documentSide = z.enum(documentSides)
export const decisionReason = z.enum(Object.keys(decisionReasons) as [DecisionReason, ...DecisionReason[]])

/** An application as its applicant sees it: what was received, never what it says or shows. */
export const ownApplication = z.object({
  state: z.enum(applicationStates),
  documentKind: z.nullable(documentKind),
  received: z.array(documentSide),
  /** The sides that have to be sent again; only while more is needed. */
  askedFor: z.array(documentSide),
  submittedAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  reason: z.nullable(decisionReason),
  /** An operator's own text; may be empty. */
  message: z.string(),
  /** Of a refused one: from when one may apply again; null: not again. */
  mayApplyAgainAt: z.nullable(instant),
  /** When its documents were deleted for good. */
  documentsDeletedAt: z.nullable(instant),
})
export type OwnApplication = z.infer<typeof ownApplication>

/** Days that documents are kept after a decision. */
export const keptDays = z.object({ approved: z.int(), refused: z.int() })
export type KeptDays = z.infer<typeof keptDays>

const applicationOutput = z.object({ type: success, application: ownApplication })

/**
 * Takes a document's picture: `POST` of its bytes with `?id=`, a client-made UUID, and `?side=`, for a proven session with
 * an application that is being filled in. An endpoint of its own, so that these never mix with other pictures.
 */
export const uploadDocumentPath = '/api/upload-identity-document'
export const receivedDocument = z.object({ type: success, side: documentSide })

export const applicationEndpoints = {
  getApplication: defineEndpoint({
    method: 'POST',
    path: '/api/get-application',
    access: 'session',
    summary: "How far the viewer's application to become a broadcaster has come",
    input: nothing,
    output: z.extend(applicationOutput, { keptDays }),
    refusals: [],
  }),
  beginApplication: defineEndpoint({
    method: 'POST',
    path: '/api/begin-application',
    access: 'provenSession',
    summary: 'Begins an application, or chooses another document in one that is being filled in',
    input: z.object({ documentKind }),
    output: applicationOutput,
    refusals: ['applicationRole', 'applicationSubmitted', 'applicationTooEarly', 'underAge'],
  }),
  submitApplication: defineEndpoint({
    method: 'POST',
    path: '/api/submit-application',
    access: 'provenSession',
    takesText: true,
    summary:
      'Hands an application in, with the document it was begun with, all of whose pictures were received',
    input: z.object({
      legalName: z.string().check(z.maxLength(400)),
      legalKana: z.string().check(z.maxLength(400)),
      /** YYYY-MM-DD, as the document says. */
      birthDate: z.string().check(z.maxLength(10)),
      documentKind,
      /** The version that was shown. */
      termsVersion: z.string().check(z.maxLength(40)),
    }),
    output: applicationOutput,
    refusals: [
      'applicationNotOpen',
      'applicationSubmitted',
      'applicationTermsChanged',
      'legalNameWrong',
      'legalKanaWrong',
      'birthDateImpossible',
      'birthDateDiffers',
      'underAge',
      'documentMissing',
    ],
  }),
  withdrawApplication: defineEndpoint({
    method: 'POST',
    path: '/api/withdraw-application',
    access: 'provenSession',
    summary: 'Takes an application back before it is decided; its documents are deleted',
    input: nothing,
    output: done,
    refusals: ['applicationNotOpen'],
  }),
}
