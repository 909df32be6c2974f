import type { InputOf } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { consentDocuments, type LegalDocument } from '#contract/legal/legal-documents.ts'
import type { operatorLegalEndpoints } from '#contract/legal/operator/documents.ts'
import { type PublicationRefusal, publicationRefusal } from '#domain/legal/publication.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { markdownOf, versionsOf } from '../queries.ts'

type Publish = InputOf<typeof operatorLegalEndpoints.operatorPublishLegalDocument>

interface Published {
  number: number
  /** The version that was in force before. */
  before: number
}

/**
 * Publishes a document's next version. The client makes the id: the same id again returns the number of the
 * first one. Refuses what `publicationRefusal` refuses, and `idempotencyMismatch` (the id with another text).
 */
export const publishDocument = async (
  tx: Tx,
  publish: Publish,
  by: { operatorId: number; at: Date },
): Promise<Published | Refusal<PublicationRefusal | 'idempotencyMismatch'>> => {
  const { id, document, markdown, asksConsent } = publish
  const changeSummary = publish.changeSummary.trim()
  await lockName(tx, `legal:${document}`)
  const earlier = await tx
    .selectFrom('legal_version')
    .select(['document', 'number', 'markdown', 'change_summary', 'asks_consent'])
    .where('command_id', '=', id)
    .executeTakeFirst()
  if (earlier) {
    const isSame =
      earlier.document === document &&
      earlier.markdown === markdown &&
      earlier.change_summary === changeSummary &&
      earlier.asks_consent === asksConsent
    return isSame ? { number: earlier.number, before: earlier.number - 1 } : refuse('idempotencyMismatch')
  }
  const [inForce] = await versionsOf(tx, document)
  const before = inForce?.number ?? 0
  const isAgreedTo = (consentDocuments as readonly LegalDocument[]).includes(document)
  const refusal = publicationRefusal(
    { ...publish, isAgreedTo },
    { number: before, markdown: (await markdownOf(tx, document, before)) ?? '' },
  )
  if (refusal) return refusal
  const number = before + 1
  await tx
    .insertInto('legal_version')
    .values({
      document,
      number,
      markdown,
      change_summary: changeSummary,
      asks_consent: asksConsent,
      published_by: by.operatorId,
      published_at: by.at,
      command_id: id,
    })
    .execute()
  return { number, before }
}
