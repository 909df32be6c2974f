import { phoneBonusPoints } from '#contract/account/phone.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { grantPoints } from './ledger/ledger.ts'

/**
 * Grants the points of a verified phone as a lot of their own: once per number and once per account
 * (product.md 6.5). Grants nothing, without a refusal, for a number or an account that had them. The ledger's
 * own key keeps an account to one grant even when the row here is gone.
 * @returns the points granted
 */
export async function grantPhonePoints(
  { events }: Pick<Context, 'events'>,
  tx: Tx,
  { memberId, phoneKey }: { memberId: string; phoneKey: string },
): Promise<number> {
  const first = await tx
    .insertInto('phone_grant')
    .values({ number_key: phoneKey, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst()
  if (!first) return 0
  await grantPoints(tx, {
    key: 'phone',
    memberId,
    points: phoneBonusPoints,
    kind: 'free',
    purpose: 'phone',
  })
  await events.publish(tx, { type: 'point:changed', memberId })
  return phoneBonusPoints
}

/** What an account may still receive for its first number. */
export async function phonePointsLeft(db: Db | Tx, memberId: string): Promise<number> {
  const had = await db
    .selectFrom('phone_grant')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return had ? 0 : phoneBonusPoints
}
