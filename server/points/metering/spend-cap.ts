/**
 * The limit that a payer sets for one visit of a live room. It counts what the meter charges and what is paid in the
 * room's flow. Lock order: the meter first, then accounts, so `lockVisit` comes before the payment itself.
 */
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'

/** `over`: more than the visit's limit allows. `closed`: the visit has no open meter. */
type CapStatus = 'done' | 'over' | 'closed'

/** Locks the visit's meter for a payment beside it, before the payment locks any account. Locks nothing without a meter. */
export const lockVisit = async (tx: Tx, callId: string): Promise<void> => {
  await sql`select lock_visit(${callId})`.execute(tx)
}

/**
 * Whether the visit stays within its limit with what was paid or held in this transaction, `points` of it not stored in
 * the flow yet. What the meter has funded ahead beyond the limit is released, so that the visit never costs more. Called
 * after `lockVisit`, with the payer's wallet locked.
 */
export const fitVisit = async (tx: Tx, callId: string, points: number): Promise<CapStatus> => {
  const row = await oneRow(tx, sql<{ status: CapStatus }>`select fit_visit(${callId}, ${points}) as status`)
  return row.status
}

/**
 * Sets the limit of a running visit, in points; null: none. What is funded beyond it is released. Locks the meter, then
 * the payer's wallet. `over`: the limit is set, and the visit has cost more already, so the caller ends it.
 */
export const capMeter = async (tx: Tx, callId: string, capPoints: number | null): Promise<CapStatus> => {
  const row = await oneRow(
    tx,
    sql<{ status: CapStatus }>`select cap_meter(${callId}, ${capPoints}) as status`,
  )
  return row.status
}
