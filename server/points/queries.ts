import { sql } from 'kysely'
import type { LotKind } from '#contract/core/shared.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { meterView } from './metering/metering.ts'

export interface WalletLot {
  kind: LotKind
  remaining: number
  expiresAt: Date
}

export interface Wallet {
  /**
   * Everything in it, less what a running call has used in whole increments and not yet paid, and less what is set
   * aside for purchases in the market and requests for pictures.
   */
  point: number
  /** The part that is set aside for a running call or an offer. */
  held: number
  /** What may be spent now. */
  available: number
  /** In the order in which they are spent, less what the market and requests have set aside. A running call's use is still in them. */
  lots: WalletLot[]
}

/**
 * A member's points; an empty wallet when nothing was ever granted. Expired lots are left out, posted or not.
 */
export async function walletOf(db: Db | Tx, memberId: string): Promise<Wallet> {
  const [{ escrowed, ...funds }, lots] = await Promise.all([
    walletFunds(db, memberId),
    sql<{ kind: LotKind; remaining: number; expires_at: Date }>`
      select l.kind, l.remaining - coalesce(o.points, 0) as remaining, l.expires_at
      from account a
      join lot l on l.account_id = a.id and not l.closed
      left join overdue_lots(a.id) o on o.lot_id = l.id
      where a.kind = 'wallet' and a.owner_id = ${memberId} and l.remaining > coalesce(o.points, 0)
      order by l.kind, l.expires_at, l.id`.execute(db),
  ])
  return {
    ...funds,
    lots: withoutFirst(lots.rows, escrowed).map((lot) => ({
      kind: lot.kind,
      remaining: lot.remaining,
      expiresAt: lot.expires_at,
    })),
  }
}

/** What is left of lots when these points are taken from them in their order. */
const withoutFirst = <Lot extends { remaining: number }>(lots: readonly Lot[], points: number): Lot[] => {
  let missing = points
  return lots.flatMap((lot) => {
    const deducted = Math.min(missing, lot.remaining)
    missing -= deducted
    return deducted < lot.remaining ? [{ ...lot, remaining: lot.remaining - deducted }] : []
  })
}

/** The balance alone, for frequent reads. */
export async function pointOf(db: Db | Tx, memberId: string): Promise<number> {
  return (await walletFunds(db, memberId)).point
}

async function walletFunds(
  db: Db | Tx,
  memberId: string,
): Promise<Omit<Wallet, 'lots'> & { escrowed: number }> {
  const { rows } = await sql<{
    balance: number
    held: number
    escrowed: number
    call_id: string | null
  }>`
    select
      a.balance - case when a.next_expiry_at <= now()
        then (select coalesce(sum(o.points), 0)::bigint from overdue_lots(a.id) o) else 0 end as balance,
      a.held, case when a.held > 0 then escrowed_of(a.id) else 0 end as escrowed, m.call_id
    from account a
    left join meter m on m.payer_account_id = a.id and m.state = 'open'
    where a.kind = 'wallet' and a.owner_id = ${memberId}`.execute(db)
  const row = rows[0]
  if (!row) return { point: 0, held: 0, available: 0, escrowed: 0 }
  const available = row.balance - row.held
  const view = row.call_id === null ? null : await meterView(db, row.call_id)
  const { held, escrowed } = row
  const point = view?.state === 'open' ? view.point : row.balance - escrowed
  return { point, held, available, escrowed }
}

/** A broadcaster's earnings, in points. */
export async function earningsOf(db: Db | Tx, memberId: string): Promise<{ point: number }> {
  const account = await db
    .selectFrom('account')
    .select('balance')
    .where('kind', '=', 'earnings')
    .where('owner_id', '=', memberId)
    .executeTakeFirst()
  return { point: account?.balance ?? 0 }
}

export interface CallTotals {
  /** What the caller paid, before any return. */
  points: number
  /** What went back to the caller; null when nothing did. */
  pointBackPoints: number | null
  /** What the broadcaster earned, less what was returned. */
  earnedPoints: number
}

const noTotals: CallTotals = { points: 0, pointBackPoints: null, earnedPoints: 0 }

/** What calls cost and earned, for lists of receipts. A call that never opened a meter is missing. */
export async function callTotals(db: Db | Tx, callIds: readonly string[]): Promise<Map<string, CallTotals>> {
  if (callIds.length === 0) return new Map()
  const { rows } = await sql<{
    call_id: string
    points: number
    returned: number
    earned: number
  }>`
    select m.call_id, m.captured_points as points, back.returned,
      earned_share(m.captured_points, m.share_percent) - back.taken_back as earned
    from meter m
    cross join lateral (
      select coalesce(sum(r.amount), 0)::bigint as returned,
        coalesce(sum(r.amount - r.fee) filter (where r.debit <> platform_account()), 0)::bigint as taken_back
      from meter_charge c join transfer r on r.reverses_id = c.transfer_id
      where c.call_id = m.call_id
    ) back
    where m.call_id = any (${callIds}::text[])`.execute(db)
  return new Map(
    rows.map((row) => [
      row.call_id,
      { points: row.points, pointBackPoints: row.returned || null, earnedPoints: row.earned },
    ]),
  )
}

export interface CallLedgerLot {
  kind: LotKind
  points: number
  expiresAt: Date
}

export interface CallLedgerLines extends CallTotals {
  /** The lots that `points` were taken from, in the order in which lots are spent. */
  lots: CallLedgerLot[]
}

/** The lines of one call's receipt that the ledger knows; zeros for a call that never opened a meter. */
export async function callLedgerLines(db: Db | Tx, callId: string): Promise<CallLedgerLines> {
  const [totals, lots] = await Promise.all([
    callTotals(db, [callId]),
    sql<{ kind: LotKind; points: number; expires_at: Date }>`
      select l.kind, sum(u.amount)::bigint as points, l.expires_at
      from meter_charge c
      join lot_use u on u.transfer_id = c.transfer_id
      join lot l on l.id = u.lot_id
      where c.call_id = ${callId}
      group by l.id
      order by l.kind, l.expires_at, l.id`.execute(db),
  ])
  return {
    ...(totals.get(callId) ?? noTotals),
    lots: lots.rows.map((lot) => ({ kind: lot.kind, points: lot.points, expiresAt: lot.expires_at })),
  }
}
