/**
 * The limit that a payer sets for one visit of a live room. It counts what the meter charges and what is paid in the
 * room's flow. Lock order: the meter first, then accounts, so `lockVisit` comes before the payment itself.
 */
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'

/** `over`: more than the visit's limit allows. `closed`: the visit has no open meter. */
type CapStatus = 'done' | 'over' | 'closed'

/** Locks the visit's meter for a payment beside it; called before the payment locks any account. */
export const lockVisit = async (tx: Tx, callId: string): Promise<void> => {
  await sql`select lock_visit(${callId})`.execute(tx)
}

/**
 * Whether the visit stays within its limit with what was paid or held in this transaction, `points` of it not stored in
 * the flow yet. What the meter funded ahead makes room, so that the visit never costs more than its limit. `lockVisit`
 * came first, and the payer's wallet is locked.
 */
export const fitVisit = async (tx: Tx, callId: string, points: number): Promise<CapStatus> => {
  const row = await oneRow(tx, sql<{ status: CapStatus }>`select fit_visit(${callId}, ${points}) as status`)
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
