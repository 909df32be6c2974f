import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { visibleItem } from '../item-record.ts'

/** Adding again changes nothing. To whom the item isn't shown there is none. */
export const addFavourite = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  memberId: string,
  itemId: string,
): Promise<null | Refusal<'notFound'>> => {
  const item = await visibleItem(db, itemId, memberId)
  if (!item) return refuse('notFound')
  await db
    .insertInto('market_favourite')
    .values({ member_id: memberId, item_id: itemId, created_at: new Date(now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return null
}

export const deleteFavourite = async (
  { db }: Pick<Context, 'db'>,
  memberId: string,
  itemId: string,
): Promise<null | Refusal<'notFound'>> => {
  if (!(await visibleItem(db, itemId, memberId))) return refuse('notFound')
  await db
    .deleteFrom('market_favourite')
    .where('member_id', '=', memberId)
    .where('item_id', '=', itemId)
    .execute()
  return null
}
