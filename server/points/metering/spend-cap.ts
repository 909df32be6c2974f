/**
 * The limit that a payer sets for one visit of a live room. It counts what the meter charges and what is spent in the
 * visit beside it. Lock order: the meter first, then accounts, so `spendInVisit` comes before the payment itself.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'

/** `over`: more than the visit's limit allows. `closed`: the visit has no open meter. */
type CapStatus = 'done' | 'over' | 'closed'

/**
 * Counts points that are spent in a visit beside its meter, in the transaction that spends them and before it does;
 * negative points are given back, also after the visit. The meter funds less ahead then, so that the visit never costs
 * more than its limit. Nothing is counted unless it answers `done`.
 */
export const spendInVisit = async (
  tx: Tx,
  { callId, points }: { callId: string; points: number },
): Promise<CapStatus> => {
  const row = await oneRow(
    tx,
    sql<{ status: CapStatus }>`select spend_in_visit(${callId}, ${points}) as status`,
  )
  return row.status
}

/** Sets the limit of a running visit; null: none. `over`: the visit has cost more already. */
export const capMeter = async (tx: Tx, callId: string, capPoints: number | null): Promise<CapStatus> => {
  const row = await oneRow(
    tx,
    sql<{ status: CapStatus }>`select cap_meter(${callId}, ${capPoints}) as status`,
  )
  return row.status
}

/** What a visit has cost so far, in points: by its meter and beside it; 0 without a meter. */
export const spentInVisit = async (db: Db | Tx, callId: string): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select visit_points(m) as points from meter m where m.call_id = ${callId}`.execute(db)
  return rows[0]?.points ?? 0
}
