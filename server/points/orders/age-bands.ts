import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { AgeBand } from '#contract/points/purchase.ts'
import { removeBandDecision, saveBandDecision } from '#domain/points/age-bands.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The monthly limits of purchases by age, youngest first. */
export const ageBands = (db: Db | Tx): Promise<AgeBand[]> =>
  db
    .selectFrom('purchase_age_limit')
    .select(['from_age as fromAge', 'monthly_yen as monthlyYen'])
    .orderBy('from_age')
    .execute()

const bandOf = (tx: Tx, fromAge: number) =>
  tx
    .selectFrom('purchase_age_limit')
    .select(['from_age as fromAge', 'monthly_yen as monthlyYen'])
    .where('from_age', '=', fromAge)
    .forUpdate()
    .executeTakeFirst()

/** Adds or changes a band. @returns what it was before; null when it is new */
export const saveAgeBand = async (
  tx: Tx,
  band: AgeBand,
): Promise<{ before: AgeBand | null } | Refusal<'ageBandWrong'>> => {
  const refusal = saveBandDecision(band)
  if (refusal) return refusal
  const before = await bandOf(tx, band.fromAge)
  const values = { monthly_yen: band.monthlyYen }
  await tx
    .insertInto('purchase_age_limit')
    .values({ from_age: band.fromAge, ...values })
    .onConflict((conflict) => conflict.column('from_age').doUpdateSet(values))
    .execute()
  return { before: before ?? null }
}

/**
 * Removes a band, so that the one before it holds for its ages. @returns what it was. Refuses: ageBandNeeded (the first
 * band), notFound.
 */
export const removeAgeBand = async (
  tx: Tx,
  fromAge: number,
): Promise<AgeBand | Refusal<'ageBandNeeded' | 'notFound'>> => {
  const refusal = removeBandDecision(fromAge)
  if (refusal) return refusal
  const before = await bandOf(tx, fromAge)
  if (!before) return refuse('notFound')
  await tx.deleteFrom('purchase_age_limit').where('from_age', '=', fromAge).execute()
  return before
}
