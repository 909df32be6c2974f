import { sql } from 'kysely'
import type {
  DecisionReason,
  DocumentSide,
  KeptDays,
  OwnApplication,
} from '#contract/applications/applications.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type ApplicationRow, documentsOf, newestApplication } from './application-rows.ts'

const none: OwnApplication = {
  state: 'none',
  documentKind: null,
  received: [],
  askedFor: [],
  submittedAt: null,
  decidedAt: null,
  reason: null,
  message: '',
  mayApplyAgainAt: null,
  documentsDeletedAt: null,
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const shown = (row: ApplicationRow, received: DocumentSide[]): OwnApplication => ({
  state: row.state === 'withdrawn' ? 'none' : row.state,
  documentKind: row.document_kind,
  received,
  askedFor: row.state === 'needsMore' ? (row.asked_sides as DocumentSide[]) : [],
  submittedAt: iso(row.submitted_at),
  decidedAt: iso(row.decided_at),
  reason: row.reason as DecisionReason | null,
  message: row.message,
  mayApplyAgainAt: iso(row.apply_again_at),
  documentsDeletedAt: iso(row.documents_deleted_at),
})

/** The newest application as its applicant sees it: without the typed data and the pictures. */
export const ownApplicationOf = async (db: Db | Tx, memberId: string): Promise<OwnApplication> => {
  const row = await newestApplication(db, memberId)
  if (!row) return none
  const documents = await documentsOf(db, row.id)
  return shown(
    row,
    documents.map(({ side }) => side),
  )
}

/** How long documents are stored after a decision, as operators set it. */
export const keptDaysSetting = async (db: Db | Tx): Promise<KeptDays> => {
  const row = await db.selectFrom('identity_setting').selectAll().executeTakeFirstOrThrow()
  return { approved: row.approved_kept_days, refused: row.refused_kept_days }
}

/** For the export of a member's data: that there were applications, but not what they contained. */
export const applicationsOfMember = async (db: Db | Tx, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select state, document_kind as "documentKind", created_at as "begunAt", submitted_at as "submittedAt",
      decided_at as "decidedAt", reason, message, terms_version as "termsVersion", terms_agreed_at as "termsAgreedAt",
      documents_deleted_at as "documentsDeletedAt"
    from broadcaster_application where member_id = ${memberId} order by id`.execute(db)
  return rows
}
