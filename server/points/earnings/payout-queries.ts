import { sql } from 'kysely'
import { type OpenFreeze, type PayoutToDecide, payoutsPerPage } from '#contract/points/operator/payouts.ts'
import type { PayoutState } from '#contract/points/payouts.ts'
import { approvalsNeeded } from '#domain/points/payout.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { operatorMails } from '#server/operators/queries.ts'

interface Row {
  id: string
  owner_id: string
  name: string
  points: number
  state: PayoutState
  requested_at: Date
  decided_at: Date | null
  refused_because: string | null
  is_frozen: boolean
  approved_by: number[]
  shares_with: string[]
  changed_at: Date | null
  batched_at: Date | null
}

/** Payouts that wait for an approval or for the transfer. */
export async function requestedPayoutCount(tx: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout where state in ('requested', 'approved')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Payouts as operators see them: the open requests, oldest first, or the newest decided ones. */
export async function payoutsToDecide(tx: Tx, list: 'open' | 'decided'): Promise<PayoutToDecide[]> {
  const isOpen = list === 'open'
  const { rows } = await sql<Row>`
    select b.id, a.owner_id, m.name, b.points, b.state, b.requested_at, b.decided_at, b.refused_because,
      b.batched_at, payout_is_frozen(b.id) as is_frozen, c.changed_at,
      array(select x.operator_id from payout_approval x where x.payout_id = b.id order by x.approved_at) as approved_by,
      array(select x.member_id from payout_account x
        where x.identity_key = c.identity_key and x.member_id <> a.owner_id order by 1) as shares_with
    from payout b
    join account a on a.id = b.account_id
    join member m on m.id = a.owner_id
    left join payout_account c on c.member_id = a.owner_id
    where (b.state in ('requested', 'approved')) = ${isOpen}
    order by case when ${isOpen} then b.requested_at end, b.decided_at desc
    limit ${payoutsPerPage}`.execute(tx)
  const mails = await operatorMails(
    tx,
    rows.flatMap((row) => row.approved_by),
  )
  return rows.map((row) => ({
    payoutId: row.id,
    memberId: row.owner_id,
    name: row.name,
    points: row.points,
    state: row.state,
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusedBecause: row.refused_because,
    approvedBy: row.approved_by.map((id) => mails.get(id) ?? ''),
    approvalsNeeded: approvalsNeeded(row.points),
    isFrozen: row.is_frozen,
    sharesAccountWith: row.shares_with,
    accountChangedAt: row.changed_at?.toISOString() ?? null,
    batchedAt: row.batched_at?.toISOString() ?? null,
  }))
}

/** The freezes of disputed and refunded orders, oldest first. The reference of a freeze is its order's id. */
export async function openFreezes(tx: Db | Tx): Promise<OpenFreeze[]> {
  const { rows } = await sql<{ reference: string; opened_at: Date; points: number; members: string[] }>`
    select f.reference, f.opened_at, coalesce(sum(p.rest), 0)::bigint as points,
      coalesce(array_agg(distinct a.owner_id) filter (where p.rest > 0), '{}') as members
    from earning_freeze f
    left join lateral unnest(accounts_of_freeze(f.id)) touched (id) on true
    left join account a on a.id = touched.id
    left join lateral (
      select e.rest from earning_parts(touched.id, payments_of_freeze(f.id, touched.id)) e
      join earning_freeze_lot x on x.lot_id = e.lot_id and x.freeze_id = f.id where e.rest > 0
    ) p on true
    where f.state = 'open'
    group by f.id
    order by f.id`.execute(tx)
  return rows.map((row) => ({
    orderId: row.reference,
    openedAt: row.opened_at.toISOString(),
    points: row.points,
    broadcasterIds: row.members,
  }))
}
