import { sql } from 'kysely'
import type { LotKind } from '#contract/core/shared.ts'
import type { ReceiptCheckpoint } from '#contract/receipts/receipts.ts'
import type { Db } from '#server/db/database.ts'
import { checkpointsOfTransfers } from './checkpoints.ts'

/** What the ledger says about one payment, for its receipt. */
export interface PaymentRecord {
  /** The lots that it was paid from, in the order in which lots are spent. */
  lots: { kind: LotKind; points: number; expiresAt: Date }[]
  /** What went back to the payer, and when the last of it did; null when nothing did. */
  returned: { points: number; at: Date } | null
  checkpoints: ReceiptCheckpoint[]
}

/**
 * What the ledger says about the transfer of one payment. No lots where it spent none. The checkpoints are those of the
 * payment and of everything that reversed it.
 */
export const paymentRecord = async (db: Db, transferId: number): Promise<PaymentRecord> => {
  const [lots, returns] = await Promise.all([
    sql<{ kind: LotKind; points: number; expiresAt: Date }>`
      select l.kind, u.amount as points, l.expires_at as "expiresAt"
      from lot_use u join lot l on l.id = u.lot_id
      where u.transfer_id = ${transferId} order by l.kind, l.expires_at, l.id`.execute(db),
    sql<{ id: number; points: number; at: Date }>`
      select id, amount as points, created_at as at from transfer
      where reverses_id = ${transferId} order by id`.execute(db),
  ])
  const last = returns.rows.at(-1)
  return {
    lots: lots.rows,
    returned: last
      ? { points: returns.rows.reduce((sum, { points }) => sum + points, 0), at: last.at }
      : null,
    checkpoints: await checkpointsOfTransfers(db, [transferId, ...returns.rows.map(({ id }) => id)]),
  }
}
