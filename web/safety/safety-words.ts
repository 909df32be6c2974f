import type { ReportReason } from '../../contract/safety.ts'

/** Why somebody reports, in the order of the form. */
export const reasonText = {
  contactExchange: '連絡先の交換をせまる',
  harassment: 'いやがらせ・暴言',
  fraud: '詐欺・勧誘',
  underAge: '18歳未満と思われる',
  sexual: '不適切な内容・要求',
  other: 'その他',
} as const satisfies Record<ReportReason, string>
