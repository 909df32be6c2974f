/**
 * Payouts: requested, approved, paid or refused. The ledger's part is in server/db/functions/points/earnings.
 */
import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PayoutMoment } from '#contract/notifications/notifications.ts'
import type { Payout, PayoutState } from '#contract/points/payouts.ts'
import { decideApproval, payoutPointsMin, payoutRequestsFrom } from '#domain/points/payout.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { oneRow } from '../ledger/row.ts'

const payoutsShown = 24

/** A broadcaster's payouts, newest first. */
export async function payoutsOf(db: Db | Tx, memberId: string): Promise<Payout[]> {
  const rows = await db
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.id', 'b.points', 'b.state', 'b.requested_at', 'b.decided_at', 'b.refused_because'])
    .where('a.owner_id', '=', memberId)
    .orderBy('b.requested_at', 'desc')
    .limit(payoutsShown)
    .execute()
  return rows.map((row) => ({
    payoutId: row.id,
    points: row.points,
    state: row.state as PayoutState,
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusedBecause: row.refused_because,
  }))
}

/** Requested and neither paid nor refused. */
export async function hasOpenPayout(db: Db | Tx, memberId: string): Promise<boolean> {
  const open = await db
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select('b.id')
    .where('a.owner_id', '=', memberId)
    .where('b.state', 'in', ['requested', 'approved'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

type RequestRefusal = Refusal<
  'payoutAccountMissing' | 'payoutAccountChanged' | 'payoutOpen' | 'payoutTooLittle' | 'idempotencyMismatch'
>

/**
 * Sets everything payable aside, for the account as it is now. The same id again is the same request.
 * Refuses: payoutAccountMissing, payoutAccountChanged (within a day), payoutOpen (one at a time),
 * payoutTooLittle, idempotencyMismatch (another member's id).
 */
export async function requestPayout(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
  payoutId: string,
): Promise<Payout | RequestRefusal> {
  const made = async () => (await payoutsOf(tx, memberId)).find((payout) => payout.payoutId === payoutId)
  const first = await made()
  if (first) return first
  const account = await tx
    .selectFrom('payout_account')
    .select(['encrypted', 'replaced_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!account) return refuse('payoutAccountMissing')
  const replacedAtMs = account.replaced_at?.getTime() ?? null
  if (payoutRequestsFrom(replacedAtMs, now()) !== null) return refuse('payoutAccountChanged')
  const row = await oneRow(
    tx,
    sql<{ status: 'done' | 'duplicate' | keyof typeof requestRefusals }>`
      select status from request_payout(${payoutId}::uuid, ${memberId}, ${payoutPointsMin}, ${account.encrypted})`,
  )
  if (row.status !== 'done' && row.status !== 'duplicate') return refuse(requestRefusals[row.status])
  return (await made()) ?? refuse('idempotencyMismatch')
}

const requestRefusals = {
  open: 'payoutOpen',
  tooLittle: 'payoutTooLittle',
  mismatch: 'idempotencyMismatch',
} as const

/**
 * Records one operator's approval; above the limit the second of two approves the payout.
 * Refuses: notFound, payoutDecided, payoutFrozen.
 */
export async function approvePayout(
  tx: Tx,
  payoutId: string,
  operatorId: number,
): Promise<{ state: PayoutState } | Refusal<'notFound' | 'payoutDecided' | 'payoutFrozen'>> {
  const row = await tx
    .selectFrom('payout')
    .select(['points', 'state', sql<boolean>`payout_is_frozen(id)`.as('is_frozen')])
    .where('id', '=', payoutId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('notFound')
  const approvals = await tx
    .selectFrom('payout_approval')
    .select('operator_id')
    .where('payout_id', '=', payoutId)
    .execute()
  const state = row.state as PayoutState
  const approvedBy = approvals.map((approval) => approval.operator_id)
  const decided = decideApproval(
    { state, points: row.points, isFrozen: row.is_frozen, approvedBy },
    operatorId,
  )
  if ('refused' in decided) return decided
  if (approvedBy.includes(operatorId)) return { state }
  await tx.insertInto('payout_approval').values({ payout_id: payoutId, operator_id: operatorId }).execute()
  if (!decided.isApproved) return { state }
  await tx
    .updateTable('payout')
    .set({ state: 'approved', approved_at: sql<Date>`now()` })
    .where('id', '=', payoutId)
    .execute()
  await notifyOfPayout(tx, payoutId, 'approved')
  return { state: 'approved' }
}

/** Notifies the broadcaster, once of each decision. */
async function notifyOfPayout(tx: Tx, payoutId: string, moment: PayoutMoment): Promise<void> {
  const { owner_id: memberId, points } = await tx
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['a.owner_id', 'b.points'])
    .where('b.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  if (memberId === null) return
  await addMemberNotices(tx, [
    { memberId, once: `${payoutId}:${moment}`, about: { kind: 'payoutMoved', moment, payoutId, points } },
  ])
}

type Decision = 'done' | 'duplicate' | 'mismatch' | 'unknown'

/**
 * The bank has it: the points leave the earnings. A repeat changes nothing. Refuses: notFound,
 * payoutNotApproved.
 */
export async function payPayout(
  tx: Tx,
  payoutId: string,
): Promise<{ isRepeat: boolean } | Refusal<'notFound' | 'payoutNotApproved'>> {
  const row = await oneRow(tx, sql<{ status: Decision }>`select pay_payout(${payoutId}::uuid) as status`)
  if (row.status === 'unknown') return refuse('notFound')
  if (row.status === 'mismatch') return refuse('payoutNotApproved')
  await notifyOfPayout(tx, payoutId, 'paid')
  return { isRepeat: row.status === 'duplicate' }
}

/** Refuses the payouts of the demo's people, whose bank accounts aren't theirs. @returns how many */
export async function refuseDemoPayouts(tx: Tx, because: string): Promise<number> {
  const open = await tx
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .innerJoin('member as m', 'm.id', 'a.owner_id')
    .select('b.id')
    .where('m.is_demo', '=', true)
    .where('b.state', 'in', ['requested', 'approved'])
    .execute()
  // No bank was sent the demo's transfers.
  for (const { id } of open) await refusePayout(tx, id, because, true)
  return open.length
}

/**
 * Returns what was set aside. A repeat changes nothing. What was given out for the bank may be paid already:
 * it takes `isReturned`, somebody's word that the money came back or was never sent. Refuses: notFound,
 * payoutDecided (it is paid), payoutBatched.
 */
export async function refusePayout(
  tx: Tx,
  payoutId: string,
  because: string,
  isReturned = false,
): Promise<{ isRepeat: boolean } | Refusal<'notFound' | 'payoutDecided' | 'payoutBatched'>> {
  const row = await oneRow(
    tx,
    sql<{ status: Decision | 'batched' }>`
      select refuse_payout(${payoutId}::uuid, ${because}, ${isReturned}) as status`,
  )
  if (row.status === 'unknown') return refuse('notFound')
  if (row.status === 'mismatch') return refuse('payoutDecided')
  if (row.status === 'batched') return refuse('payoutBatched')
  await notifyOfPayout(tx, payoutId, 'refused')
  return { isRepeat: row.status === 'duplicate' }
}
