import type { ItemCategory } from '#contract/market/market.ts'
import type { ForbiddenRule } from '#domain/market/listing.ts'
import type { Db, Tx } from '#server/db/database.ts'

export interface MarketSetting {
  pointsMin: number
  pointsMax: number
  twoOperatorsAbove: number
}

/** The operators' bounds of prices, and above which points two operators decide a dispute. */
export const marketSetting = (db: Db | Tx): Promise<MarketSetting> =>
  db
    .selectFrom('market_setting')
    .select([
      'points_min as pointsMin',
      'points_max as pointsMax',
      'two_operators_above as twoOperatorsAbove',
    ])
    .executeTakeFirstOrThrow()

export interface CategoryFee {
  category: ItemCategory
  percent: number
}

/** The fee of each category, in percent of the price. */
export const marketFees = async (db: Db | Tx): Promise<CategoryFee[]> =>
  (await db
    .selectFrom('market_fee')
    .select(['category', 'percent'])
    .orderBy('category')
    .execute()) as CategoryFee[]

/** The fee of a category now, in percent of the price; 0 for one without a row. A purchase stores the fee of its time. */
export const feePercentOf = async (db: Db | Tx, category: string): Promise<number> => {
  const row = await db
    .selectFrom('market_fee')
    .select('percent')
    .where('category', '=', category)
    .executeTakeFirst()
  return row?.percent ?? 0
}

export interface StoredRule extends ForbiddenRule {
  ruleId: number
}

/** What operators forbid, by word or by category, oldest first. */
export const forbiddenRules = async (db: Db | Tx): Promise<StoredRule[]> =>
  (await db
    .selectFrom('market_forbidden')
    .select(['id as ruleId', 'word', 'category', 'reason'])
    .orderBy('id')
    .execute()) as StoredRule[]
