import { sql } from 'kysely'
import type { LegalVersion } from '#contract/legal/legal.ts'
import { type LegalDocument, legalDocuments } from '#contract/legal/legal-documents.ts'
import type { PublishedVersion } from '#contract/legal/operator/documents.ts'
import { type ConsentDue, consentsDue, type NewerVersion } from '#domain/legal/consent.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { operatorMails } from '#server/operators/queries.ts'

interface StoredVersion extends LegalVersion {
  document: LegalDocument
  /** Null: it came with the program. */
  publishedById: number | null
}

/** All versions, of one document or of every one, newest first: the first one of a document is in force. */
export const versionsOf = async (db: Db | Tx, document?: LegalDocument): Promise<StoredVersion[]> => {
  const rows = await db
    .selectFrom('legal_version')
    .select(['document', 'number', 'published_at', 'change_summary', 'asks_consent', 'published_by'])
    .where((where) => (document === undefined ? where.lit(true) : where('document', '=', document)))
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({
    document: row.document as LegalDocument,
    number: row.number,
    publishedAt: row.published_at.toISOString(),
    changeSummary: row.change_summary,
    asksConsent: row.asks_consent,
    publishedById: row.published_by,
  }))
}

/** For everybody: without the operator who published it. */
export const publicVersion = ({ document: _, publishedById: __, ...version }: StoredVersion): LegalVersion =>
  version

/** For operators: with the mail address of the operator who published it. */
export const operatorVersions = async (
  tx: Tx,
  versions: readonly StoredVersion[],
): Promise<PublishedVersion[]> => {
  const mails = await operatorMails(
    tx,
    versions.flatMap(({ publishedById }) => publishedById ?? []),
  )
  return versions.map((version) => ({
    ...publicVersion(version),
    publishedBy: (version.publishedById && mails.get(version.publishedById)) || null,
  }))
}

/** The Markdown of one version; undefined when there is none of this number. */
export const markdownOf = async (
  db: Db | Tx,
  document: LegalDocument,
  number: number,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('legal_version')
    .select('markdown')
    .where('document', '=', document)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.markdown
}

/** The version in force of each document, in the contract's order. */
export const versionsInForce = async (db: Db | Tx): Promise<StoredVersion[]> => {
  const versions = await versionsOf(db)
  return legalDocuments.flatMap((document) => versions.find((version) => version.document === document) ?? [])
}

/** What a member has to agree to before new calls and purchases. */
export const dueConsents = async (db: Db | Tx, memberId: string): Promise<ConsentDue[]> => {
  const { rows } = await sql<NewerVersion>`
    SELECT v.document, v.number, v.change_summary AS "changeSummary", v.asks_consent AS "asksConsent",
      v.published_at AS "publishedAt"
    FROM legal_version v
    WHERE v.document IN ('terms', 'privacy') AND v.number > coalesce((
      SELECT max(a.version) FROM member_agreement a WHERE a.member_id = ${memberId} AND a.document = v.document), 0)
    ORDER BY v.document DESC, v.number`.execute(db)
  return consentsDue(rows)
}

export const isConsentDue = async (db: Db | Tx, memberId: string): Promise<boolean> =>
  (await dueConsents(db, memberId)).length > 0

interface Agreement {
  document: LegalDocument
  version: number
  agreedAt: Date
}

/** A member's agreements with their times, newest first; part of the export of a member's data. */
export const agreementsOfMember = async (db: Db | Tx, memberId: string): Promise<Agreement[]> => {
  const rows = await db
    .selectFrom('member_agreement')
    .select(['document', 'version', 'agreed_at as agreedAt'])
    .where('member_id', '=', memberId)
    .orderBy('agreed_at', 'desc')
    .orderBy('document')
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, document: row.document as LegalDocument }))
}
