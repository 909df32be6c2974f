import type { ReviewPart } from '#contract/reviews/reviews.ts'
import type { ReportReason, ReportSurface } from '#contract/safety/safety.ts'

/** The reasons of a report, in the order of the form. */
export const reasonText = {
  contactExchange: '連絡先の交換をせまる',
  harassment: 'いやがらせ・暴言',
  fraud: '詐欺・勧誘',
  underAge: '18歳未満と思われる',
  sexual: '不適切な内容・要求',
  other: 'その他',
} as const satisfies Record<ReportReason, string>

/** What a member is warned of. */
export const warnedOf = {
  contactExchange: '連絡先の交換',
  harassment: 'いやがらせや暴言',
  fraud: '詐欺や勧誘',
  underAge: '年齢の制限',
  sexual: '不適切な内容や要求',
  other: 'ご利用の方法',
} as const satisfies Record<ReportReason, string>

/** Where the reported member appeared. */
export const surfaceText = {
  profile: 'プロフィール',
  chat: 'トーク',
  call: '通話',
  review: 'レビュー',
  timeline: 'タイムライン',
  live: 'ライブ配信',
  market: 'フリマ',
} as const satisfies Record<ReportSurface, string>

/** What of a review is reported. */
export const reviewPartText = {
  review: 'レビュー',
  answer: '返信',
} as const satisfies Record<ReviewPart, string>

/** After every report. */
export const reportThanks = 'ご協力ありがとうございます。運営が内容を確認します。'
