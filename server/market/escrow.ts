import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Settlement } from '#domain/market/transaction.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * The points of a transaction between purchase and end (server/db/functions/market). Lock order: the transaction's row,
 * then the escrow, then accounts.
 */
interface Escrow {
  transactionId: string
  buyerId: string
  sellerId: string
  points: number
}

const statusOf = async (
  tx: Tx,
  query: ReturnType<typeof sql<{ status: string }>>,
): Promise<string | undefined> => (await query.execute(tx)).rows[0]?.status

/** Sets the points aside; the same again changes nothing. Refuses: insufficientPoints, idempotencyMismatch. */
export const holdEscrow = async (
  tx: Tx,
  { transactionId, buyerId, sellerId, points }: Escrow,
): Promise<null | Refusal<'insufficientPoints' | 'idempotencyMismatch'>> => {
  const status = await statusOf(
    tx,
    sql<{ status: string }>`
      select status from hold_escrow(${transactionId}, ${buyerId}, ${sellerId}, ${points}::bigint)`,
  )
  if (status === 'insufficient') return refuse('insufficientPoints')
  return status === 'mismatch' ? refuse('idempotencyMismatch') : null
}

/** Ends the escrow. Throws when it has ended otherwise, so that the event is rolled back. */
export const settleEscrow = async (
  tx: Tx,
  transactionId: string,
  { sellerPoints, feePoints }: Settlement,
): Promise<void> => {
  const status = await statusOf(
    tx,
    sql<{ status: string }>`
      select status from settle_escrow(${transactionId}, ${sellerPoints}::bigint, ${feePoints}::bigint)`,
  )
  if (status !== 'done') throw new Error(`settling ${transactionId}: ${status}`)
}

/** Before the ends of several escrows in one transaction, whose transactions are locked. */
export const lockEscrows = async (tx: Tx, transactionIds: readonly string[]): Promise<void> => {
  await sql`select lock_escrows(${[...transactionIds]}::text[])`.execute(tx)
}

/** What a member may spend of the proceeds of sales here. */
export const proceedsOf = async (db: Db | Tx, memberId: string): Promise<number> => {
  const row = await db
    .selectFrom('proceeds_balance')
    .select('available')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.available ?? 0
}
