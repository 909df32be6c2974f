import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { type BaseDateReport, closingPoints, periodStartOf } from '#domain/points/reporting-date.ts'
import type { Db, Tx } from '#server/db/database.ts'

interface ReportRow {
  opening: number
  issued: number
  used: number
  returned: number
  expired: number
  taken_back: number
  unused: number
  overdue: number
  holders: number
  checkpoint_hash: string | null
}

/**
 * Unused paid points as of the end of a reporting date (a Japanese day, YYYY-MM-DD), from what was posted
 * until then and never from today's balances: the same today and in ten years.
 * Refuses: baseDateUnknown (it isn't 31 March or 30 September), baseDateAhead (something may still be posted
 * to it).
 */
export const baseDateReport = async (
  db: Db | Tx,
  baseDate: string,
): Promise<BaseDateReport | Refusal<'baseDateUnknown' | 'baseDateAhead'>> => {
  const periodStart = periodStartOf(baseDate)
  if (isRefusal(periodStart)) return periodStart
  if (!(await isOver(db, baseDate))) return refuse('baseDateAhead')
  const row = await readReport(db, periodStart, baseDate)
  const report: BaseDateReport = {
    baseDate,
    periodStart,
    openingPoints: row.opening,
    issuedPoints: row.issued,
    usedPoints: row.used,
    returnedPoints: row.returned,
    expiredPoints: row.expired,
    takenBackPoints: row.taken_back,
    unusedPoints: row.unused,
    overduePoints: row.overdue,
    holders: row.holders,
    checkpointHash: row.checkpoint_hash,
  }
  if (closingPoints(report) !== report.unusedPoints)
    throw new Error(`the movements up to ${baseDate} don't lead to what is unused`)
  return report
}

const isOver = async (db: Db | Tx, day: string): Promise<boolean> => {
  const { rows } = await sql<{ is_over: boolean }>`
    select clock_timestamp() >= day_start(${day}::date + 1) + checkpoint_lag() as is_over`.execute(db)
  return rows[0]?.is_over ?? false
}

const readReport = async (db: Db | Tx, periodStart: string, baseDate: string): Promise<ReportRow> => {
  const { rows } = await sql<ReportRow>`
    with period as (
      select day_start(${periodStart}::date) as begun, day_start(${baseDate}::date + 1) as ended
    ), movement as (
      select l.id, l.account_id, l.expires_at, 'issued' as what, l.granted as points, t.created_at
        from lot l join transfer t on t.id = l.grant_transfer_id where l.kind = 'paid'
      union all
      select l.id, l.account_id, l.expires_at,
        case when t.kind in ('expiry', 'forfeiture') then 'expired' when t.kind in ('spend', 'capture') then 'used' else 'taken back' end,
        -u.amount, t.created_at
        from lot_use u join lot l on l.id = u.lot_id join transfer t on t.id = u.transfer_id where l.kind = 'paid'
      union all
      select l.id, l.account_id, l.expires_at, 'returned', r.amount, t.created_at
        from lot_return r join lot l on l.id = r.lot_id join transfer t on t.id = r.transfer_id where l.kind = 'paid'
    ), left_over as (
      select m.id, m.account_id, m.expires_at, sum(m.points) as points
      from movement m, period p where m.created_at < p.ended group by m.id, m.account_id, m.expires_at
      having sum(m.points) > 0
    ), summed as (
      select m.what, sum(m.points) as points
      from movement m, period p where m.created_at >= p.begun and m.created_at < p.ended group by m.what
    )
    select
      (select coalesce(sum(m.points), 0)::bigint from movement m, period p where m.created_at < p.begun) as opening,
      coalesce(sum(s.points) filter (where s.what = 'issued'), 0)::bigint as issued,
      coalesce(-sum(s.points) filter (where s.what = 'used'), 0)::bigint as used,
      coalesce(sum(s.points) filter (where s.what = 'returned'), 0)::bigint as returned,
      coalesce(-sum(s.points) filter (where s.what = 'expired'), 0)::bigint as expired,
      coalesce(-sum(s.points) filter (where s.what = 'taken back'), 0)::bigint as taken_back,
      (select coalesce(sum(l.points), 0)::bigint from left_over l) as unused,
      (select coalesce(sum(l.points), 0)::bigint from left_over l, period p where l.expires_at < p.ended) as overdue,
      (select count(distinct l.account_id) from left_over l) as holders,
      (select encode(d.hash, 'hex') from daily_checkpoint d where d.day = ${baseDate}::date) as checkpoint_hash
    from summed s`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('a sum without a row')
  return row
}
