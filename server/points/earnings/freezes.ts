/**
 * Freezes of what was earned from a purchase that its payer disputes, or that was refunded after it was
 * spent. The code that learns of a dispute freezes, and lifts or takes back when it is decided; each command
 * may come twice. What is earned from the purchase's points during the dispute is frozen, too.
 */
import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'

type Status = 'done' | 'duplicate' | 'mismatch' | 'unknown'

/**
 * Freezes what was earned from an order's points, again if it was lifted before. Refuses: idempotencyMismatch
 * (the dispute is about another order, or was lost).
 * @returns the broadcasters it affects
 */
export async function freezeEarnings(
  tx: Db | Tx,
  { disputeId, orderId }: { disputeId: string; orderId: string },
): Promise<{ broadcasterIds: string[] } | Refusal<'idempotencyMismatch'>> {
  const row = await oneRow(
    tx,
    sql<{ status: Status; members: string[] }>`
      select * from freeze_earnings(${disputeId}, ${orderId})`,
  )
  return row.status === 'mismatch' ? refuse('idempotencyMismatch') : { broadcasterIds: row.members }
}

/** Lifts a freeze because the dispute is won. Refuses: notFound, idempotencyMismatch (it was lost before). */
export async function liftFreeze(
  tx: Db | Tx,
  disputeId: string,
): Promise<{ isRepeat: boolean } | Refusal<'notFound' | 'idempotencyMismatch'>> {
  const row = await oneRow(tx, sql<{ status: Status }>`select lift_freeze(${disputeId}) as status`)
  return decided(row.status) ?? { isRepeat: row.status === 'duplicate' }
}

/**
 * The dispute is lost: the platform takes back what was earned from it; what was paid out already becomes a
 * debt, which the next payout settles. Refuses: notFound, idempotencyMismatch (it was won before).
 * @returns the points taken back
 */
export async function reverseEarnings(
  tx: Db | Tx,
  disputeId: string,
): Promise<{ points: number; isRepeat: boolean } | Refusal<'notFound' | 'idempotencyMismatch'>> {
  const row = await oneRow(
    tx,
    sql<{ status: Status; points: number }>`select * from take_back_earnings(${disputeId})`,
  )
  return decided(row.status) ?? { points: row.points, isRepeat: row.status === 'duplicate' }
}

function decided(status: Status): Refusal<'notFound' | 'idempotencyMismatch'> | null {
  if (status === 'unknown') return refuse('notFound')
  return status === 'mismatch' ? refuse('idempotencyMismatch') : null
}
