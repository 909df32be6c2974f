/** The legal and rules pages (product.md 2.9); each has its name as its address. */
export const legalDocuments = [
  'terms',
  'privacy',
  'tokushoho',
  'shikin',
  'external-transmission',
  'community',
] as const
export type LegalDocument = (typeof legalDocuments)[number]

export const legalTitles = {
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  tokushoho: '特定商取引法に基づく表記',
  shikin: '資金決済法に基づく表示',
  'external-transmission': '外部送信について',
  community: 'コミュニティガイドライン',
} as const satisfies Record<LegalDocument, string>

/** What a registration agrees to (product.md 1.4), and whose new versions may ask for consent again. */
export const consentDocuments = ['terms', 'privacy'] as const satisfies readonly LegalDocument[]
export type ConsentDocument = (typeof consentDocuments)[number]

/** Where a text shows the list of what pages send elsewhere; it is on a line of its own. */
export const transmissionsPlaceholder = '[[外部送信先の一覧]]'
