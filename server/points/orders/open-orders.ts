import type { OrderState } from '#contract/points/purchase.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { apply } from './apply-order-event.ts'
import { lockPurchases } from './buyer.ts'

/** A service is being asked; an announced transfer waits for its payer. */
const statesOf = { paying: ['paying', 'challenge'], announced: ['created'] } as const satisfies Record<
  string,
  readonly OrderState[]
>

/** How many of a member's orders aren't finished. */
export const countOpenOrders = async (
  db: Db | Tx,
  memberId: string,
): Promise<{ paying: number; announced: number }> => {
  const rows = await db
    .selectFrom('purchase_order')
    .select('state')
    .where('member_id', '=', memberId)
    .where('state', 'in', [...statesOf.paying, ...statesOf.announced])
    .execute()
  const announced = rows.filter(({ state }) => state === 'created').length
  return { paying: rows.length - announced, announced }
}

/**
 * For a member who leaves: until the transaction ends the member buys nothing more, and announced transfers
 * that weren't made are given up. Money that arrives later still becomes points. Before any lock of a
 * member's row.
 */
export const closePurchases = async (
  context: Pick<Context, 'events' | 'log'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  await lockPurchases(tx, memberId)
  const announced = await tx
    .selectFrom('purchase_order')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', 'in', statesOf.announced)
    .orderBy('id')
    .execute()
  for (const { id } of announced) await apply(context, tx, id, { type: 'expired' })
}
