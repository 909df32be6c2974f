import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an account costs its owner something that nobody can make in quantity: it holds a verified phone number, of
 * which one account at a time holds each, or it has made a purchase that was not paid back. Calls on points that were
 * given away don't count: a broadcaster could answer invented accounts. The demo's people are the operator's own.
 * What such accounts do may move others: rankings, and rings without limit.
 *
 * @param memberId an SQL expression, such as the reference `m.id`
 */
export const isEstablished = (memberId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  EXISTS (SELECT FROM member_phone p WHERE p.member_id = ${memberId})
  OR EXISTS (SELECT FROM purchase_order o WHERE o.member_id = ${memberId} AND o.state = 'granted')
  OR EXISTS (SELECT FROM member d WHERE d.id = ${memberId} AND d.is_demo))`
