import { sql } from 'kysely'
import type { OrderState } from '#contract/points/purchase.ts'
import type { Db } from '#server/db/database.ts'

export interface OpenHolds {
  count: number
  /** What of them is neither captured nor released. */
  points: number
}

/** Points that are set aside now. */
export const openHolds = async (db: Db): Promise<OpenHolds> => {
  const row = await db
    .selectFrom('hold')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`coalesce(sum(amount - captured - released), 0)::float8`.as('points'))
    // Not as a parameter: a partial index is used for what the statement itself says.
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

/** Orders whose payer or payment service may still say something, by state; none for a state without any. */
export const openOrders = (db: Db): Promise<OpenOrders[]> =>
  db
    .selectFrom('purchase_order')
    .select('state')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldestSec'))
    // So long as an order is open it has a next check, and an index finds those.
    .where('next_check_at', 'is not', null)
    .groupBy('state')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, state: row.state as OrderState })))
