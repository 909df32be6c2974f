import type { OwnMenuItem } from '#contract/live/flow.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A broadcaster's toy menu in its order. */
export const menuOf = async (db: Db | Tx, broadcasterId: string): Promise<OwnMenuItem[]> => {
  const rows = await db
    .selectFrom('live_menu_item')
    .select(['id as menuId', 'name', 'points', 'seconds'])
    .where('broadcaster_id', '=', broadcasterId)
    .orderBy('position')
    .execute()
  return rows
}

/** One item of the menu as it is now; null when it was taken off. */
export const menuItem = async (
  db: Db | Tx,
  broadcasterId: string,
  menuId: string,
): Promise<OwnMenuItem | null> =>
  (await menuOf(db, broadcasterId)).find((item) => item.menuId === menuId) ?? null
