import { sql } from 'kysely'
import { answerWithinMs, draftLifeMs } from '#domain/applications/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { deleteDocumentsDue } from './actions/delete-documents-due.ts'
import { deleteDocuments } from './document-files.ts'

/** Longer than any upload takes: what isn't stored by then never will be. */
const unstoredRetentionMs = 60 * 60_000
/** Files of one round; the next round continues with the rest. */
const perRound = 1000

/** Applications that were begun and not submitted, or not answered, count as withdrawn. */
const endStaleApplications = async (db: Db, nowMs: number): Promise<void> => {
  await sql`
    update broadcaster_application set state = 'withdrawn', decided_at = ${new Date(nowMs)}, decided_by = null
    where (state = 'draft' and moved_at < ${new Date(nowMs - draftLifeMs)})
      or (state = 'needsMore' and moved_at < ${new Date(nowMs - answerWithinMs)})`.execute(db)
}

/** Replaced pictures whose file couldn't be deleted at once, and files left by a crash. */
const leftoverDocuments = async (db: Db, nowMs: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from identity_document
    where retired_at is not null or (stored_at is null and created_at < ${new Date(nowMs - unstoredRetentionMs)})
    limit ${perRound}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Hourly: deletes the documents and data of applications whose time is over. */
export const deleteIdentityDocuments = async (
  context: Pick<Context, 'db' | 'now' | 'storage'>,
): Promise<{ deleted: number }> => {
  const nowMs = context.now()
  await endStaleApplications(context.db, nowMs)
  await deleteDocuments(context, await leftoverDocuments(context.db, nowMs))
  return deleteDocumentsDue(context)
}
