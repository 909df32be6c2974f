import { sql } from 'kysely'
import { documentsDueAt } from '#domain/applications/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { recordAudit } from '#server/operators/audit.ts'
import { deleteDocuments } from '../document-files.ts'
import { keptDaysSetting } from '../queries.ts'

type DecidedState = Parameters<typeof documentsDueAt>[0]['state']

interface Decided {
  id: number
  state: DecidedState
  decidedAt: Date
  memberId: string
}

/** Applications of one round; the next round continues with the rest. */
const perRound = 200

const decidedWithDocuments = async (db: Db, applicationId: number | null): Promise<Decided[]> => {
  const { rows } = await sql<Decided>`
    select id, state, decided_at as "decidedAt", member_id as "memberId" from broadcaster_application
    where decided_at is not null and documents_deleted_at is null
      and (${applicationId}::bigint is null or id = ${applicationId}::bigint)
    order by decided_at limit ${perRound}`.execute(db)
  return rows
}

const documentIdsOf = async (db: Db, applicationId: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from identity_document where application_id = ${applicationId}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the documents of decided applications, and the typed data, when their time is over; each deletion
 * is a line in the audit log. The row stays and records the check: when, by whom and by which kind of
 * document.
 *
 * @param applicationId of one application alone; null for all that are due
 */
export const deleteDocumentsDue = async (
  context: Pick<Context, 'db' | 'now' | 'storage'>,
  applicationId: number | null = null,
): Promise<{ deleted: number }> => {
  const keptDays = await keptDaysSetting(context.db)
  const nowMs = context.now()
  const due = (await decidedWithDocuments(context.db, applicationId)).filter(
    ({ state, decidedAt }) => documentsDueAt({ state, decidedAtMs: decidedAt.getTime() }, keptDays) <= nowMs,
  )
  for (const { id, memberId, state } of due) {
    const documentIds = await documentIdsOf(context.db, id)
    await deleteDocuments(context, documentIds)
    await context.db.transaction().execute(async (tx) => {
      await sql`
        update broadcaster_application set documents_deleted_at = ${new Date(nowMs)}, person = null
        where id = ${id}`.execute(tx)
      await recordAudit(tx, {
        operatorId: null,
        address: null,
        action: 'identityDocumentsDeleted',
        subject: `application:${id}`,
        after: { member: memberId, state, documents: documentIds.length },
      })
    })
  }
  return { deleted: due.length }
}
