import { sql } from 'kysely'
import type { CallKind } from '#contract/calls/calls.ts'
import type { EarningLine, EarningStatement, EarningSummary } from '#contract/points/earnings.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import { earningPeriods, earningState, monthBounds, monthsBetween } from '#domain/points/earnings.ts'
import type { Db, Tx } from '#server/db/database.ts'

interface SummaryRow {
  pending: number
  payable: number
  frozen: number
  requested: number
  paid: number
  owed: number
  next_payable_at: Date | null
}

/** What a broadcaster has earned, by state. All 0 before the first call. */
export async function earningSummary(db: Db | Tx, memberId: string): Promise<EarningSummary> {
  const { rows } = await sql<SummaryRow>`
    select t.* from account a cross join lateral earning_totals(a.id) t
    where a.kind = 'earnings' and a.owner_id = ${memberId}`.execute(db)
  const row = rows[0]
  return {
    payable: Math.max(0, (row?.payable ?? 0) - (row?.owed ?? 0)),
    pending: row?.pending ?? 0,
    frozen: row?.frozen ?? 0,
    requested: row?.requested ?? 0,
    paid: row?.paid ?? 0,
    owed: Math.max(0, (row?.owed ?? 0) - (row?.payable ?? 0)),
    nextPayableAt: row?.next_payable_at?.toISOString() ?? null,
  }
}

/** The Japanese months since a broadcaster first earned, newest first; none before. */
export async function earningMonths(db: Db | Tx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ first_at: Date | null; now: Date }>`
    select min(t.created_at) as first_at, now() as now
    from account a join entry e on e.account_id = a.id join transfer t on t.id = e.transfer_id
    where a.kind = 'earnings' and a.owner_id = ${memberId}`.execute(db)
  const row = rows[0]
  return row?.first_at ? monthsBetween(row.first_at.getTime(), row.now.getTime()) : []
}

/** What a broadcaster earned less what was returned to callers, by Japanese day and month. */
export interface EarnedOfPeriods {
  today: number
  yesterday: number
  month: number
}

/**
 * Today's, yesterday's and this month's earnings, straight from the ledger's entries. Ids of transfers grow
 * with time, so the search begins behind a transfer of the hour before; the sum over `id + 0` keeps the
 * planner from walking all transfers for it.
 */
export async function earnedOfPeriods(
  db: Db | Tx,
  memberId: string,
  nowMs: number,
): Promise<EarnedOfPeriods> {
  const { todayMs, yesterdayMs, monthMs } = earningPeriods(nowMs)
  const from = new Date(Math.min(yesterdayMs, monthMs))
  const since = (fromMs: number) => sql`t.created_at >= ${new Date(fromMs)}`
  const { rows } = await sql<EarnedOfPeriods>`
    with start as materialized (
      select coalesce(min(t.id + 0), 0) as id from transfer t
      where t.created_at >= ${from}::timestamptz - interval '2 hours'
        and t.created_at < ${from}::timestamptz - interval '1 hour'
    )
    select coalesce(sum(e.amount) filter (where ${since(todayMs)}), 0)::int as today,
      coalesce(sum(e.amount) filter (where ${since(yesterdayMs)} and not ${since(todayMs)}), 0)::int as yesterday,
      coalesce(sum(e.amount) filter (where ${since(monthMs)}), 0)::int as month
    from start cross join account a
    join entry e on e.account_id = a.id and e.transfer_id >= start.id
    join transfer t on t.id = e.transfer_id and t.kind in ('spend', 'capture', 'refund') and ${since(from.getTime())}
    where a.kind = 'earnings' and a.owner_id = ${memberId}`.execute(db)
  return rows[0] ?? { today: 0, yesterday: 0, month: 0 }
}

interface LineRow {
  id: number
  call_id: string | null
  purpose: string
  earned_at: Date
  free_points: number
  paid_points: number
  earned: number
  pending: number
  payable: number
  frozen: number
  requested: number
  paid: number
  taken: number
  waits_for_purchase: boolean
  payable_at: Date | null
}

export interface LinePage {
  month?: string | undefined
  beforeId?: number | undefined
  limit: number
}

/** One line per call or payment, newest first. */
export async function earningLines(
  db: Db | Tx,
  memberId: string,
  { month, beforeId, limit }: LinePage,
): Promise<{ lines: EarningLine[]; more: boolean }> {
  const { fromMs, toMs } = month ? monthBounds(month) : { fromMs: 0, toMs: endOfTimeMs }
  const { rows } = await sql<LineRow>`
    select l.* from account a
    cross join lateral earning_lines(a.id, ${new Date(fromMs)}, ${new Date(toMs)},
      ${beforeId ?? Number.MAX_SAFE_INTEGER}::bigint, ${limit + 1}) l
    where a.kind = 'earnings' and a.owner_id = ${memberId}
    order by l.id desc`.execute(db)
  const calls = await callFactsOf(
    db,
    rows.flatMap((row) => row.call_id ?? []),
  )
  const lines = rows.slice(0, limit).map((row) => ({
    id: row.id,
    callId: row.call_id,
    kind: (row.call_id && calls.get(row.call_id)?.kind) || null,
    purpose: row.purpose,
    earnedAt: row.earned_at.toISOString(),
    connectedSec: (row.call_id ? calls.get(row.call_id)?.connectedSec : null) ?? null,
    freePoints: row.free_points,
    paidPoints: row.paid_points,
    earned: row.earned,
    state: earningState(row),
    payableAt: row.waits_for_purchase ? null : (row.payable_at?.toISOString() ?? null),
    waitsForPurchase: row.waits_for_purchase,
  }))
  return { lines, more: rows.length > limit }
}

/** The movements of a Japanese month, straight from the ledger's entries. */
export async function earningStatement(
  db: Db | Tx,
  memberId: string,
  month: string,
): Promise<EarningStatement> {
  const { fromMs, toMs } = monthBounds(month)
  const { rows } = await sql<{
    opening: number
    earned: number
    returned: number
    taken: number
    settled: number
    paid_out: number
    closing: number
    debt: number
  }>`
    select s.* from account a cross join lateral earning_statement(a.id, ${new Date(fromMs)}, ${new Date(toMs)}) s
    where a.kind = 'earnings' and a.owner_id = ${memberId}`.execute(db)
  const row = rows[0]
  if (!row) return emptyStatement
  const { paid_out: paidOut, ...movements } = row
  return { ...movements, paidOut }
}

const emptyStatement: EarningStatement = {
  opening: 0,
  earned: 0,
  returned: 0,
  taken: 0,
  settled: 0,
  paidOut: 0,
  closing: 0,
  debt: 0,
}

/** Later than every instant that a row can have. */
const endOfTimeMs = Date.UTC(9999, 0, 1)

interface CallFacts {
  kind: CallKind
  connectedSec: number
}

/** What these calls were, by id; unknown ids are missing. */
const callFactsOf = async (
  db: Db | Tx,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, CallFacts>> => {
  if (callIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('call')
    .select(['id', 'kind', 'connected_ms'])
    .where('id', 'in', callIds)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { kind: row.kind as CallKind, connectedSec: wholeSeconds(row.connected_ms) }]),
  )
}
