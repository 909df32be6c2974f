import { type RawBuilder, sql } from 'kysely'
import { holdsPhoneNumber } from '#server/members/phone-number.ts'
import { hasGrantedPurchase } from '#server/points/orders/granted-purchase.ts'

/**
 * Whether an account has something that can't be made in quantity: a verified phone number, which one account
 * at a time can hold, or a purchase that wasn't refunded. Calls paid with bonus points don't count: a
 * broadcaster could answer invented accounts. Demo members belong to the operator. The actions of established
 * accounts may affect others: rankings, and rings without limit.
 *
 * @param memberId an SQL expression, such as the reference `m.id`
 */
export const isEstablished = (memberId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${holdsPhoneNumber(memberId)} OR ${hasGrantedPurchase(memberId)}
  OR EXISTS (SELECT FROM member d WHERE d.id = ${memberId} AND d.is_demo))`
