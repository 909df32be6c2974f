import { type RawBuilder, sql } from 'kysely'
import { holdsPhoneNumber } from '#server/members/phone-number.ts'
import { hasStandingPurchase } from '#server/points/orders/standing-purchase.ts'

/**
 * Whether an account costs its owner something that nobody can make in quantity: it holds a verified phone number, of
 * which one account at a time holds each, or it has made a purchase that was not paid back. Calls on points that were
 * given away don't count: a broadcaster could answer invented accounts. The demo's people are the operator's own.
 * What such accounts do may move others: rankings, and rings without limit.
 *
 * @param memberId an SQL expression, such as the reference `m.id`
 */
export const isEstablished = (memberId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${holdsPhoneNumber(memberId)} OR ${hasStandingPurchase(memberId)}
  OR EXISTS (SELECT FROM member d WHERE d.id = ${memberId} AND d.is_demo))`
