import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { LegalPage } from '#contract/legal/legal.ts'
import { type LegalDocument, transmissionsPlaceholder } from '#contract/legal/legal-documents.ts'
import type { Context } from '#server/context.ts'
import { externalTransmissions, transmissionsMarkdown } from './external-transmissions.ts'
import { markdownOf, publicVersion, versionsOf } from './queries.ts'
import { renderPublished } from './render-markdown.ts'

/** A legal text with the placeholder of the transmissions replaced by the list of the configured ones. */
export const withTransmissions = (config: Context['config'], markdown: string): string =>
  markdown.replaceAll(transmissionsPlaceholder, () => transmissionsMarkdown(externalTransmissions(config)))

/** A document in one of its versions, without a number the one in force. Refuses: notFound. */
export const legalPage = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  document: LegalDocument,
  number?: number,
): Promise<LegalPage | Refusal<'notFound'>> => {
  const versions = (await versionsOf(db, document)).map(publicVersion)
  const version = number === undefined ? versions[0] : versions.find((known) => known.number === number)
  if (!version) return refuse('notFound')
  const markdown = (await markdownOf(db, document, version.number)) ?? ''
  const html = await renderPublished(withTransmissions(config, markdown))
  return { document, version, html, versions }
}
