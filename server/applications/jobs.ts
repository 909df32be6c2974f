import { sql } from 'kysely'
import { answerWithinMs, draftLifeMs } from '#domain/applications/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { deleteDocumentsDue } from './actions/delete-documents-due.ts'
import { deleteDocuments } from './document-files.ts'

/** An upload is over long before that: what isn't stored by then never will be. */
const unstoredKeptMs = 60 * 60_000
/** Files of one round; the next round takes up what is left. */
const perRound = 1000

/** What was begun and not handed in, and what nobody answered, counts as taken back. */
const endStaleApplications = async (db: Db, nowMs: number): Promise<void> => {
  await sql`
    update broadcaster_application set state = 'withdrawn', decided_at = ${new Date(nowMs)}, decided_by = null
    where (state = 'draft' and moved_at < ${new Date(nowMs - draftLifeMs)})
      or (state = 'needsMore' and moved_at < ${new Date(nowMs - answerWithinMs)})`.execute(db)
}

/** Replaced pictures whose file couldn't be deleted at once, and what a crash left. */
const leftoverDocuments = async (db: Db, nowMs: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from identity_document
    where retired_at is not null or (stored_at is null and created_at < ${new Date(nowMs - unstoredKeptMs)})
    limit ${perRound}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Hourly: deletes what need not be kept of applications any longer. */
export const deleteIdentityDocuments = async (
  context: Pick<Context, 'db' | 'now' | 'storage'>,
): Promise<{ deleted: number }> => {
  const nowMs = context.now()
  await endStaleApplications(context.db, nowMs)
  await deleteDocuments(context, await leftoverDocuments(context.db, nowMs))
  return deleteDocumentsDue(context)
}
