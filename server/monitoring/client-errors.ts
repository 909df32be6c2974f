import { sql } from 'kysely'
import { type ClientError, clientErrorsMax } from '#contract/monitoring/client-errors.ts'
import type { ErrorReport } from '#domain/monitoring/envelope.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Stores a report and deletes all but the newest ones. */
export const storeClientError = async (
  db: Db,
  report: ErrorReport & { device: string; receivedAt: Date },
): Promise<void> => {
  const { receivedAt, ...said } = report
  await db
    .insertInto('client_error')
    .values({ ...said, received_at: receivedAt })
    .execute()
  await sql`
    DELETE FROM client_error
    WHERE id <= (SELECT id FROM client_error ORDER BY id DESC OFFSET ${clientErrorsMax} LIMIT 1)`.execute(db)
}

/** Newest first. */
export const clientErrors = async (db: Db | Tx): Promise<ClientError[]> => {
  const rows = await db
    .selectFrom('client_error')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(clientErrorsMax)
    .execute()
  return rows.map(({ received_at, ...row }) => ({ ...row, at: received_at.toISOString() }))
}
