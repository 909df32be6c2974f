import { type Refusal, refuse } from '#contract/core/refusal.ts'

export interface Publication {
  markdown: string
  /** One sentence for members. */
  changeSummary: string
  asksConsent: boolean
  /** Whether a registration agrees to the document. */
  isAgreedTo: boolean
  /** The version that was edited. */
  basedOn: number
}

export type PublicationRefusal =
  | 'legalTextEmpty'
  | 'legalVersionOld'
  | 'legalUnchanged'
  | 'legalConsentUnfit'
  | 'legalSummaryMissing'

/**
 * Whether a text may become the next version, in a fixed precedence: the text, what it was made from, consent, what is
 * told of it. Nobody overwrites what a colleague published meanwhile; only what a registration agrees to asks again.
 */
export const publicationRefusal = (
  publication: Publication,
  inForce: { number: number; markdown: string },
): Refusal<PublicationRefusal> | null => {
  if (publication.markdown.trim() === '') return refuse('legalTextEmpty')
  if (publication.basedOn !== inForce.number) return refuse('legalVersionOld')
  if (publication.markdown.trim() === inForce.markdown.trim()) return refuse('legalUnchanged')
  if (publication.asksConsent && !publication.isAgreedTo) return refuse('legalConsentUnfit')
  return publication.changeSummary.trim() === '' ? refuse('legalSummaryMissing') : null
}
