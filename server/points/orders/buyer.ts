import { sql } from 'kysely'
import {
  type AgeBand,
  type Course,
  firstPurchaseBonusPoints,
  type PurchaseLimits,
} from '#contract/points/purchase.ts'
import { ageAt, isUnderAge } from '#domain/account/birth-date.ts'
import { ageLimitYen } from '#domain/points/age-bands.ts'
import {
  japaneseMonthStart,
  noOwnLimit,
  type OwnLimit,
  ownLimitAt,
  setOwnLimit,
  yenLeft,
} from '#domain/points/purchase/purchase-limit.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { birthDateOf } from '#server/members/queries.ts'
import { oneRow } from '../ledger/row.ts'
import { ageBands } from './age-bands.ts'

/** What decides whether a member may buy. */
export interface Buyer {
  isBirthDateStated: boolean
  isUnderAge: boolean
  isFrozen: boolean
  /** What the next purchase pays first. */
  debtPoints: number
  /** What the next order adds, once: 0 when an order has had it, is being paid with it or has announced a transfer with it. */
  bonusPoints: number
  limits: PurchaseLimits
}

/** Orders that count towards the month's limit, or may yet: announced bank transfers too. */
const countedStates = ['created', 'paying', 'challenge', 'granted', 'refunded', 'chargedBack']

/**
 * What decides whether a member may buy at this instant, in milliseconds. Limits are whole yen, of the Japanese month; a
 * member who hasn't stated a birth date has no limit by age. Nothing is locked: who decides by it holds `lockPurchases`.
 */
export const buyerOf = async (db: Db | Tx, memberId: string, nowMs: number): Promise<Buyer> => {
  const [birthDate, facts, own, bands] = await Promise.all([
    birthDateOf(db, memberId),
    purchaseFacts(db, memberId, nowMs),
    ownLimitOf(db, memberId),
    ageBands(db),
  ])
  const age = birthDate === null ? null : ageAt(birthDate, nowMs)
  return {
    isBirthDateStated: birthDate !== null,
    isUnderAge: isUnderAge(birthDate, nowMs),
    isFrozen: facts.is_frozen,
    debtPoints: Math.max(0, facts.debt),
    bonusPoints: facts.has_bonus ? 0 : firstPurchaseBonusPoints,
    limits: limitsOf(facts.used_yen, bands, age, ownLimitAt(own, nowMs)),
  }
}

const limitsOf = (usedYen: number, bands: AgeBand[], age: number | null, own: OwnLimit): PurchaseLimits => {
  const byAge = age === null ? null : ageLimitYen(bands, age)
  return {
    usedYen,
    ageLimitYen: byAge,
    ageBands: bands,
    ownLimitYen: own.monthlyYen,
    leftYen: yenLeft(usedYen, byAge, own.monthlyYen),
    next: own.next && {
      ownLimitYen: own.next.monthlyYen,
      from: new Date(own.next.fromMs).toISOString(),
    },
  }
}

const purchaseFacts = (db: Db | Tx, memberId: string, nowMs: number) =>
  oneRow(
    db,
    sql<{ used_yen: number; is_frozen: boolean; has_bonus: boolean; debt: number }>`
      select
        coalesce(sum(coalesce(nullif(captured_yen, 0), price_yen) - refunded_yen) filter (
          where created_at >= ${new Date(japaneseMonthStart(nowMs))}), 0)::bigint as used_yen,
        coalesce(bool_or(state = 'chargedBack' and dispute_settled_at is null), false) as is_frozen,
        coalesce(bool_or(bonus_points > 0), false) as has_bonus,
        coalesce((select buyer_debt(a.id) from account a where a.kind = 'debt' and a.owner_id = ${memberId}), 0) as debt
      from purchase_order where member_id = ${memberId} and state = any (${countedStates}::text[])`,
  )

const ownLimitOf = async (db: Db | Tx, memberId: string): Promise<OwnLimit> => {
  const row = await db
    .selectFrom('own_purchase_limit')
    .select(['monthly_yen', 'next_monthly_yen', 'next_from'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return noOwnLimit
  return {
    monthlyYen: row.monthly_yen,
    next: row.next_from && { monthlyYen: row.next_monthly_yen, fromMs: row.next_from.getTime() },
  }
}

/** Until the transaction ends, a member's purchases and changes of the own limit run one after the other. */
export const lockPurchases = (tx: Tx, memberId: string): Promise<void> => lockName(tx, `purchase:${memberId}`)

/** Sets the limit that a member chooses; null: none. Answers the limits as they count now. */
export const setOwnPurchaseLimit = (
  db: Db,
  memberId: string,
  monthlyYen: number | null,
  nowMs: number,
): Promise<PurchaseLimits> =>
  inTransaction(db, async (tx) => {
    await lockPurchases(tx, memberId)
    const set = setOwnLimit(await ownLimitOf(tx, memberId), monthlyYen, nowMs)
    const values = {
      member_id: memberId,
      monthly_yen: set.monthlyYen,
      next_monthly_yen: set.next?.monthlyYen ?? null,
      next_from: set.next && new Date(set.next.fromMs),
    }
    await tx
      .insertInto('own_purchase_limit')
      .values(values)
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
    return (await buyerOf(tx, memberId, nowMs)).limits
  })

/** The point packs on sale, cheapest first. Paid points equal the yen (product.md 6.4). */
export const pointPacksOnSale = async (db: Db | Tx): Promise<Course[]> => {
  const rows = await courses(db).where('is_on_sale', '=', true).orderBy('price_yen').execute()
  return rows.map((row) => ({ ...row, paidPoints: row.priceYen }))
}

/** One point pack as it is now, on sale or not. */
export const courseOf = (db: Db | Tx, courseId: string) =>
  courses(db).select('is_on_sale as isOnSale').where('id', '=', courseId).executeTakeFirst()

const courses = (db: Db | Tx) =>
  db.selectFrom('points_course').select(['id', 'price_yen as priceYen', 'free_points as freePoints'])
