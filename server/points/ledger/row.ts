import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** The one row that a ledger function always returns. */
export async function oneRow<Row>(db: Db | Tx, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the ledger answered no row')
  return row
}
