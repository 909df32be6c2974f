import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { decideSpendCap } from '#domain/live/payment.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { spendColumns } from '#server/points/ledger/ledger.ts'
import { fitVisit } from '#server/points/metering/spend-cap.ts'
import type { RoomFacts } from './flow-facts.ts'
import type { NewEntry, PostedEntry } from './post-entry.ts'

export type PayRefusal =
  | 'insufficientPoints'
  | 'idempotencyMismatch'
  | 'liveSpendCap'
  | 'liveOver'
  | 'liveNotWatching'
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
): null | Refusal<'idempotencyMismatch' | 'liveOver' | 'liveNotWatching' | 'liveSlowMode'> => {
  switch (status) {
    case 'mismatch':
      return refuse('idempotencyMismatch')
    case 'over':
      return refuse('liveOver')
    case 'barred':
      return refuse('liveNotWatching')
    case 'slow':
      return refuse('liveSlowMode')
    case 'posted':
    case 'repeat':
      return null
  }
}

type PayStatus = PostedEntry['status'] | 'insufficient' | 'capped'

const refusalOfPay = (status: PayStatus): null | Refusal<PayRefusal> => {
  if (status === 'insufficient') return refuse('insufficientPoints')
  return status === 'capped' ? refuse('liveSpendCap') : refusalOfPost(status)
}

/**
 * Pays for an entry and posts it in one statement, alone or inside an action's transaction. Everybody in a room pays
 * the same account, so nobody holds it for longer than this. A repeat of the same entry pays nothing again, and a refusal
 * costs nothing.
 */
export const payEntry = async (
  context: Context,
  db: Db | Tx,
  { broadcasterId, callId, spendCap }: Visit,
  entry: NewEntry & { memberId: string; points: number; purpose: 'liveComment' | 'livePresent' },
): Promise<{ status: 'posted' | 'repeat'; seq: number } | Refusal<PayRefusal>> => {
  const { id, roomId, kind, memberId, text = '', item = null, points, purpose } = entry
  const { keys, platformParts } = spendColumns([
    {
      key: `${purpose}:${id}`,
      payerId: memberId,
      payeeId: broadcasterId,
      points,
      purpose,
      reference: callId,
    },
  ])
  const posted = context.events.inStatement({ type: 'live:flow', roomId, entryId: id, about: 'posted' })
  const paid = context.events.inStatement({ type: 'point:changed', memberId })
  const { rows } = await sql<{ status: PayStatus; seq: number }>`
    select p.status, p.seq, case when p.status = 'posted' then ${posted} end, case when p.status = 'posted' then ${paid} end
    from live_pay(${keys[0]}, ${broadcasterId}, ${platformParts[0]}, ${purpose}, ${spendCap}, ${id}, ${roomId}, ${kind},
      ${memberId}, ${callId}, ${text}, ${item?.id ?? null}, ${item?.name ?? null}, ${points}, ${item?.quantity ?? 1},
      ${entry.isSlowed ?? false}) p`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the flow answered no row')
  const refusal = refusalOfPay(row.status)
  return refusal ?? { status: row.status === 'repeat' ? 'repeat' : 'posted', seq: row.seq }
}
