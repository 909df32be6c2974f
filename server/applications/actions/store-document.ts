import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DocumentSide } from '#contract/applications/applications.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { sidesOf } from '#domain/applications/documents.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  type ApplicationRow,
  lockOpenApplication,
  newestApplication,
  retireDocuments,
} from '../application-rows.ts'
import { deleteDocuments, newDocumentKey, putDocument } from '../document-files.ts'

/** Pictures for one application: three, a few attempts each, and some more when an operator requests them. */
const uploadsMax = 40

export interface SentDocument {
  memberId: string
  /** Made by the applicant's browser. */
  uploadId: string
  side: DocumentSide
}

type Closed = Refusal<'applicationNotOpen' | 'documentNotTaken'>

const checkAccepted = (row: ApplicationRow | null, side: DocumentSide): ApplicationRow | Closed => {
  if (row?.state !== 'draft' && row?.state !== 'needsMore') return refuse('applicationNotOpen')
  return sidesOf(row.document_kind).includes(side) ? row : refuse('documentNotTaken')
}

const isReceived = async (db: Db | Tx, applicationId: number, uploadId: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from identity_document where application_id = ${applicationId} and upload_id = ${uploadId}
      and stored_at is not null and retired_at is null`.execute(db)
  return rows.length > 0
}

/**
 * Checks before the decoding of a document's picture: returns the application that accepts it, or `received`
 * when this upload was stored already. Refuses: applicationNotOpen, documentNotTaken, uploadTooMany.
 */
export const expectDocument = async (
  { db }: Pick<Context, 'db'>,
  { memberId, uploadId, side }: SentDocument,
): Promise<ApplicationRow | 'received' | Closed | Refusal<'uploadTooMany'>> => {
  const row = checkAccepted(await newestApplication(db, memberId), side)
  if (isRefusal(row)) return row
  if (await isReceived(db, row.id, uploadId)) return 'received'
  return row.uploads < uploadsMax ? row : refuse('uploadTooMany')
}

/**
 * Stores a document's picture encrypted and replaces an earlier one of the same side. The row with the file's
 * key is written first, so that no file is without one; the job deletes what a crash leaves. Refuses if the
 * application no longer accepts the picture.
 */
export const storeDocument = async (
  context: Pick<Context, 'db' | 'now' | 'storage' | 'secret'>,
  sent: SentDocument,
  application: ApplicationRow,
  jpeg: Buffer,
): Promise<null | Closed> => {
  const id = randomUUID()
  const at = new Date(context.now())
  const { fileKey, wrapped } = newDocumentKey(context, id)
  await context.db
    .insertInto('identity_document')
    .values({
      id,
      application_id: application.id,
      side: sent.side,
      upload_id: sent.uploadId,
      wrapped_key: wrapped,
      created_at: at,
    })
    .execute()
  await putDocument(context, id, fileKey, jpeg)
  const replaced = await inTransaction(context.db, (tx) => replaceDocument(tx, { id, at, sent, application }))
  if (isRefusal(replaced)) {
    await deleteDocuments(context, [id])
    return replaced
  }
  await deleteDocuments(context, replaced)
  return null
}

/**
 * @returns the documents that are no longer used; this one itself, when the same upload was stored at the
 * same time
 */
const replaceDocument = async (
  tx: Tx,
  { id, at, sent, application }: { id: string; at: Date; sent: SentDocument; application: ApplicationRow },
): Promise<string[] | Closed> => {
  const row = checkAccepted(await lockOpenApplication(tx, sent.memberId), sent.side)
  if (isRefusal(row)) return row
  if (row.id !== application.id) return refuse('applicationNotOpen')
  if (await isReceived(tx, row.id, sent.uploadId)) {
    await sql`update identity_document set retired_at = ${at} where id = ${id}`.execute(tx)
    return [id]
  }
  const replaced = await retireDocuments(tx, row.id, { at, sides: [sent.side] })
  await sql`update identity_document set stored_at = ${at} where id = ${id}`.execute(tx)
  await sql`update broadcaster_application set moved_at = ${at}, uploads = uploads + 1 where id = ${row.id}`.execute(
    tx,
  )
  return replaced
}
