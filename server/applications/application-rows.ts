import { type Selectable, sql } from 'kysely'
import type { DocumentSide } from '#contract/applications/applications.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type ApplicationRow = Selectable<Tables['broadcaster_application']>

const isOpen = sql<boolean>`state in ('draft', 'submitted', 'needsMore')`

/** The member's open application, of which there is one at most; locked until the transaction ends. */
export const lockOpenApplication = async (tx: Tx, memberId: string): Promise<ApplicationRow | null> => {
  const row = await tx
    .selectFrom('broadcaster_application')
    .selectAll()
    .where('member_id', '=', memberId)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The newest application of a member that wasn't withdrawn. */
export const newestApplication = async (db: Db | Tx, memberId: string): Promise<ApplicationRow | null> => {
  const row = await db
    .selectFrom('broadcaster_application')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '<>', 'withdrawn')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** One that has been submitted at least once; locked until the transaction ends. */
export const lockHandedIn = async (tx: Tx, applicationId: number): Promise<ApplicationRow | null> => {
  const row = await tx
    .selectFrom('broadcaster_application')
    .selectAll()
    .where('id', '=', applicationId)
    .where('submissions', '>', 0)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

interface DocumentRow {
  id: string
  side: DocumentSide
  receivedAt: Date
  wrappedKey: Buffer
}

/** An application's received and current documents, in the order in which an operator looks at them. */
export const documentsOf = async (db: Db | Tx, applicationId: number): Promise<DocumentRow[]> => {
  const { rows } = await sql<DocumentRow>`
    select id, side, stored_at as "receivedAt", wrapped_key as "wrappedKey" from identity_document
    where application_id = ${applicationId} and stored_at is not null and retired_at is null
    order by array_position(array['front', 'back', 'selfie'], side)`.execute(db)
  return rows
}

/**
 * Retires received documents: of these sides, or all of them. The calling code deletes their files after the
 * transaction.
 */
export const retireDocuments = async (
  tx: Tx,
  applicationId: number,
  { at, sides = null }: { at: Date; sides?: readonly DocumentSide[] | null },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update identity_document set retired_at = ${at}
    where application_id = ${applicationId} and stored_at is not null and retired_at is null
      and (${sides === null} or side = any (${sides ?? []}::text[]))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
