import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * What the broadcaster earned by payments with these references, less what was returned, by purpose. The sums of the
 * statement's lines.
 *
 * @param references ids of calls: of metered ones, and of visits in which something was paid
 */
export const earnedByPurpose = async (
  db: Db | Tx,
  { broadcasterId, references }: { broadcasterId: string; references: readonly string[] },
): Promise<ReadonlyMap<string, number>> => {
  if (references.length === 0) return new Map()
  const { rows } = await sql<{ purpose: string; earned: number }>`
    with paid as (
      select c.transfer_id as id from meter_charge c where c.call_id = any(${references}::text[])
      union
      select t.id from transfer t
      where t.reference = any(${references}::text[]) and t.purpose in ('liveComment', 'livePresent', 'liveMenu')
    )
    select t.purpose, sum(t.amount - t.fee - coalesce((
      select sum(r.amount - r.fee) from transfer r where r.reverses_id = t.id and r.debit = t.credit
    ), 0))::bigint as earned
    from account a join transfer t on t.credit = a.id join paid p on p.id = t.id
    where a.kind = 'earnings' and a.owner_id = ${broadcasterId} and t.kind in ('spend', 'capture')
    group by t.purpose`.execute(db)
  return new Map(rows.map(({ purpose, earned }) => [purpose, earned]))
}

/** What callers paid in calls and visits with these references, before returns, by reference. */
export const paidByReference = async (
  db: Db | Tx,
  references: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (references.length === 0) return new Map()
  const { rows } = await sql<{ reference: string; points: number }>`
    select p.reference, sum(p.points)::bigint as points from (
      select m.call_id as reference, m.captured_points as points from meter m
      where m.call_id = any(${references}::text[])
      union all
      select t.reference, t.amount from transfer t
      where t.reference = any(${references}::text[]) and t.purpose in ('liveComment', 'livePresent', 'liveMenu')
        and t.kind in ('spend', 'capture')
    ) p group by p.reference`.execute(db)
  return new Map(rows.map(({ reference, points }) => [reference, points]))
}
