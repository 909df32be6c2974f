import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { decideSpendCap } from '#domain/live/payment.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { fitVisit, lockVisit } from '#server/points/metering/spend-cap.ts'
import type { RoomFacts } from './flow-facts.ts'
import { type NewEntry, type PostedEntry, postEntry } from './post-entry.ts'

export type PayRefusal =
  | 'insufficientPoints'
  | 'idempotencyMismatch'
  | 'liveSpendCap'
  | 'liveOver'
  | 'liveSlowMode'

/** A running visit of the member who pays. */
export type Visit = RoomFacts & { callId: string }

/**
 * Whether the visit stays within its own limit with what was paid or held in this transaction, `points` of them not yet
 * in the flow. `lockVisit` came first. The payer's wallet is locked, so the visit's payments are counted one after the
 * other.
 */
export const withinSpendCap = async (
  tx: Tx,
  { callId, spendCap }: Visit,
  points: number,
): Promise<null | Refusal<'liveSpendCap'>> => {
  if (spendCap === null) return null
  const status = await fitVisit(tx, callId, points)
  if (status === 'over') return refuse('liveSpendCap')
  if (status === 'done') return null
  // A free look has no meter.
  const { rows } = await sql<{ spent: number }>`select live_visit_spent(${callId}) as spent`.execute(tx)
  return decideSpendCap(spendCap, (rows[0]?.spent ?? 0) + points)
}

/** What became of an entry that is in the flow, or why it can't be. */
export const refusalOfPost = (
  status: PostedEntry['status'],
): null | Refusal<'idempotencyMismatch' | 'liveOver' | 'liveSlowMode'> => {
  switch (status) {
    case 'mismatch':
      return refuse('idempotencyMismatch')
    case 'over':
      return refuse('liveOver')
    case 'slow':
      return refuse('liveSlowMode')
    case 'posted':
    case 'repeat':
      return null
  }
}

/**
 * Pays for an entry and posts it, in the caller's transaction: the wallet is locked first, the room last. A repeat of
 * the same entry pays nothing again. Refusals roll the payment back.
 */
export const payEntry = async (
  context: Context,
  tx: Tx,
  visit: Visit,
  entry: NewEntry & { memberId: string; points: number; purpose: 'liveComment' | 'livePresent' },
): Promise<PostedEntry | Refusal<PayRefusal>> => {
  const { memberId, points, purpose } = entry
  await lockVisit(tx, visit.callId)
  const paid = await spendPoints(tx, {
    key: `${purpose}:${entry.id}`,
    payerId: memberId,
    payeeId: visit.broadcasterId,
    points,
    purpose,
    reference: visit.callId,
  })
  if (isRefusal(paid)) return paid
  if (!paid.isRepeat) {
    const overCap = await withinSpendCap(tx, visit, points)
    if (overCap) return overCap
  }
  const posted = await postEntry(context, tx, { ...entry, callId: visit.callId })
  const refusal = refusalOfPost(posted.status)
  if (refusal) return refusal
  // The id was used for something that was free.
  if (!paid.isRepeat && posted.status === 'repeat') return refuse('idempotencyMismatch')
  if (posted.status === 'posted') await context.events.publish(tx, { type: 'point:changed', memberId })
  return posted
}
