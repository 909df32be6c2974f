import { sql } from 'kysely'
import type { DecisionReason } from '#contract/applications/applications.ts'
import {
  type ApplicationDetail,
  type ApplicationLine,
  applicationsPerPage,
} from '#contract/applications/operator.ts'
import { ageAt } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { operatorMails } from '#server/operators/queries.ts'
import { documentsOf } from './application-rows.ts'
import { decryptPerson } from './encrypt-legal-person.ts'

interface LineRow {
  id: number
  memberId: string
  memberName: string
  state: ApplicationLine['state']
  documentKind: ApplicationLine['documentKind']
  submittedAt: Date
  submissions: number
  decidedAt: Date | null
  decidedBy: number | null
  isDuplicate: boolean
}

const lineColumns = sql`
  a.id, a.member_id as "memberId", m.name as "memberName", a.state, a.document_kind as "documentKind",
  a.submitted_at as "submittedAt", a.submissions, a.decided_at as "decidedAt", a.decided_by as "decidedBy",
  exists (
    select from broadcaster_application o
    where o.person_keys && a.person_keys and o.member_id <> a.member_id and o.submissions > 0
  ) as "isDuplicate"`

const toLine = (row: LineRow, mails: ReadonlyMap<number, string>): ApplicationLine => ({
  id: row.id,
  memberId: row.memberId,
  memberName: row.memberName,
  state: row.state,
  documentKind: row.documentKind,
  submittedAt: row.submittedAt.toISOString(),
  submissions: row.submissions,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decidedBy: row.decidedBy === null ? null : (mails.get(row.decidedBy) ?? null),
  isDuplicate: row.isDuplicate,
})

export interface ApplicationsPage {
  state: 'waiting' | 'others'
  memberId?: string | undefined
  beforeId?: number | undefined
}

/** The application of a deactivated account isn't waiting. */
const waiting = sql`a.state = 'submitted' and m.role = 'caller'`

export const waitingApplicationCount = async (db: Db | Tx): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from broadcaster_application a join member m on m.id = a.member_id
    where ${waiting}`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** The waiting ones, the longest waiting first, at most one page; or all others, newest first. */
export const applicationsOf = async (
  db: Db | Tx,
  { state, memberId, beforeId }: ApplicationsPage,
): Promise<{ applications: ApplicationLine[]; hasMore: boolean; waiting: number }> => {
  const isWaiting = state === 'waiting'
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from broadcaster_application a join member m on m.id = a.member_id
    where a.submissions > 0 and ${isWaiting ? waiting : sql`a.state <> 'submitted'`}
      and (${memberId ?? null}::text is null or a.member_id = ${memberId ?? null})
      and (${beforeId ?? null}::bigint is null or a.id < ${beforeId ?? null}::bigint)
    order by ${isWaiting ? sql`a.submitted_at, a.id` : sql`a.id desc`}
    limit ${applicationsPerPage + 1}`.execute(db)
  const shown = rows.slice(0, applicationsPerPage)
  const mails = await operatorMails(db, decidersOf(shown))
  return {
    applications: shown.map((row) => toLine(row, mails)),
    hasMore: rows.length > applicationsPerPage,
    waiting: await waitingApplicationCount(db),
  }
}

const decidersOf = (rows: readonly LineRow[]): number[] =>
  rows.flatMap(({ decidedBy }) => (decidedBy === null ? [] : [decidedBy]))

type DetailRow = LineRow & {
  person: Buffer | null
  documentsDeletedAt: Date | null
  registeredAt: Date
  termsVersion: string | null
  reason: string | null
  message: string
  applyAgainAt: Date | null
}

/** One submitted application, with the typed data and the list of documents; null when there is none. */
export const applicationDetail = async (
  context: Pick<Context, 'secret' | 'now'>,
  db: Db | Tx,
  applicationId: number,
): Promise<ApplicationDetail | null> => {
  const { rows } = await sql<DetailRow>`
    select ${lineColumns}, a.person, a.documents_deleted_at as "documentsDeletedAt", m.created_at as "registeredAt",
      a.terms_version as "termsVersion", a.reason, a.message, a.apply_again_at as "applyAgainAt"
    from broadcaster_application a join member m on m.id = a.member_id
    where a.id = ${applicationId} and a.submissions > 0`.execute(db)
  const row = rows[0]
  if (!row) return null
  const person = row.person && decryptPerson(context, row.id, row.person)
  const documents = await documentsOf(db, row.id)
  return {
    ...toLine(row, await operatorMails(db, decidersOf([row]))),
    person: person && { ...person, age: ageAt(person.birthDate, context.now()) },
    documents: documents.map(({ id, side, receivedAt }) => ({
      id,
      side,
      receivedAt: receivedAt.toISOString(),
    })),
    documentsDeletedAt: row.documentsDeletedAt?.toISOString() ?? null,
    registeredAt: row.registeredAt.toISOString(),
    termsVersion: row.termsVersion ?? '',
    reason: row.reason as DecisionReason | null,
    message: row.message,
    mayApplyAgainAt: row.applyAgainAt?.toISOString() ?? null,
    duplicates: await duplicatesOf(db, row.id),
    earlier: await earlierOf(db, row),
  }
}

const duplicatesOf = async (db: Db | Tx, applicationId: number): Promise<ApplicationDetail['duplicates']> => {
  const { rows } = await sql<ApplicationDetail['duplicates'][number]>`
    select o.id, o.member_id as "memberId", m.name as "memberName", o.state
    from broadcaster_application a
    join broadcaster_application o
      on o.person_keys && a.person_keys and o.member_id <> a.member_id and o.submissions > 0
    join member m on m.id = o.member_id
    where a.id = ${applicationId} order by o.id desc limit 20`.execute(db)
  return rows
}

const earlierOf = async (
  db: Db | Tx,
  { id, memberId }: { id: number; memberId: string },
): Promise<ApplicationDetail['earlier']> => {
  const { rows } = await sql<{ id: number; state: ApplicationLine['state']; submittedAt: Date }>`
    select id, state, submitted_at as "submittedAt" from broadcaster_application
    where member_id = ${memberId} and id <> ${id} and submissions > 0 order by id desc limit 20`.execute(db)
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }))
}
