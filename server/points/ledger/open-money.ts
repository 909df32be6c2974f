import { sql } from 'kysely'
import type { OrderState } from '#contract/points/purchase.ts'
import type { Db } from '#server/db/database.ts'

export interface OpenHolds {
  count: number
  /** The part that is neither captured nor released. */
  points: number
}

/** Points that are set aside now. */
export const openHolds = async (db: Db): Promise<OpenHolds> => {
  const row = await db
    .selectFrom('hold')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`coalesce(sum(amount - captured - released), 0)::float8`.as('points'))
    // Not a parameter: PostgreSQL uses a partial index only for a condition in the statement itself.
    .where(sql<boolean>`open`)
    .executeTakeFirstOrThrow()
  return row
}

export interface OpenOrders {
  state: OrderState
  count: number
  /** How long ago the oldest one was placed. */
  oldestSec: number
}

/** Orders that their payer or payment service may still change, by state; no row for a state without any. */
export const openOrders = (db: Db): Promise<OpenOrders[]> =>
  db
    .selectFrom('purchase_order')
    .select('state')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldestSec'))
    // An open order always has a next check, and an index finds those.
    .where('next_check_at', 'is not', null)
    .groupBy('state')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, state: row.state as OrderState })))
