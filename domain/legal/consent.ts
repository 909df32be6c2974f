import type { ConsentDocument } from '#contract/legal/legal-documents.ts'

/** A version that is newer than the one that the member last agreed to. */
export interface NewerVersion {
  document: ConsentDocument
  number: number
  changeSummary: string
  asksConsent: boolean
  publishedAt: Date
}

export interface ConsentDue {
  document: ConsentDocument
  /** The version in force. */
  version: number
  publishedAt: Date
  /** The changes, oldest first. */
  changes: string[]
}

/**
 * What a member has to agree to: documents of which a newer version asks for consent. The member agrees to
 * the version in force, so all changes since are listed, also those of versions that ask for nothing.
 *
 * @param newer in any order
 */
export const consentsDue = (newer: readonly NewerVersion[]): ConsentDue[] => {
  const documents = [
    ...new Set(newer.filter((version) => version.asksConsent).map(({ document }) => document)),
  ]
  return documents.map((document) => {
    const versions = newer
      .filter((version) => version.document === document)
      .sort((one, other) => one.number - other.number)
    const inForce = versions.at(-1) as NewerVersion
    return {
      document,
      version: inForce.number,
      publishedAt: inForce.publishedAt,
      changes: versions.map(({ changeSummary }) => changeSummary).filter((summary) => summary !== ''),
    }
  })
}
