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
 * Whether a text may become the next version. The order of the checks: the text, its base version, consent,
 * the summary. An operator can't overwrite what a colleague published meanwhile; only a document that a
 * registration agrees to may ask for consent.
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
