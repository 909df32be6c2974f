import { expect, it } from 'vitest'
import { type Publication, publicationRefusal } from './publication.ts'

const inForce = { number: 3, markdown: '## 第1条\n' }
const publication = (change: Partial<Publication> = {}): Publication => ({
  markdown: '## 第1条\n\n新しい条文',
  changeSummary: '第1条を変えました。',
  asksConsent: true,
  isAgreedTo: true,
  basedOn: 3,
  ...change,
})

it.each([
  ['a new text', {}, null],
  ['nothing but spaces', { markdown: ' \n' }, 'legalTextEmpty'],
  ['made from an earlier version', { basedOn: 2 }, 'legalVersionOld'],
  ['the same but for the ends of the text', { markdown: '\n## 第1条' }, 'legalUnchanged'],
  ['consent to what nobody agrees to', { isAgreedTo: false }, 'legalConsentUnfit'],
  ['what nobody agrees to, without consent', { isAgreedTo: false, asksConsent: false }, null],
  ['nothing told of what changed', { changeSummary: ' ' }, 'legalSummaryMissing'],
  ['precedence: old before unchanged', { basedOn: 2, markdown: inForce.markdown }, 'legalVersionOld'],
])('%s', (_, change, refused) => {
  expect(publicationRefusal(publication(change), inForce)).toEqual(refused === null ? null : { refused })
})
