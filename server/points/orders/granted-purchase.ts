import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a member has made a purchase that was neither paid back nor charged back. @param memberId an SQL
 * expression
 */
export const hasGrantedPurchase = (memberId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  EXISTS (SELECT FROM purchase_order o WHERE o.member_id = ${memberId} AND o.state = 'granted')`
