import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { galleryAccess } from '#domain/gallery/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { accessFactsOf } from '../item-rows.ts'

const favouritesMax = 1_000

/** Adds an item that the member may see to the favourites; again changes nothing. */
export const addFavourite = (
  { db }: Pick<Context, 'db'>,
  memberId: string,
  itemId: string,
): Promise<null | Refusal<'notFound' | 'galleryFavouritesFull'>> =>
  inTransaction(db, async (tx) => {
    const facts = await accessFactsOf(tx, itemId, memberId)
    if (!facts || galleryAccess(facts) === null) return refuse('notFound')
    await lockName(tx, `gallery-favourites:${memberId}`)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from gallery_favourite where member_id = ${memberId}`.execute(tx)
    if ((rows[0]?.count ?? 0) >= favouritesMax) return refuse('galleryFavouritesFull')
    const added = await sql`
      insert into gallery_favourite (member_id, item_id) values (${memberId}, ${itemId})
      on conflict do nothing returning item_id`.execute(tx)
    if (added.rows.length > 0) await count(tx, itemId, 1)
    return null
  })

/** Removes an item from the favourites, also one that the member no longer sees; again changes nothing. */
export const deleteFavourite = (
  { db }: Pick<Context, 'db'>,
  memberId: string,
  itemId: string,
): Promise<null> =>
  inTransaction(db, async (tx) => {
    const gone = await sql`
      delete from gallery_favourite where member_id = ${memberId} and item_id = ${itemId} returning item_id`.execute(
      tx,
    )
    if (gone.rows.length > 0) await count(tx, itemId, -1)
    return null
  })

const count = (tx: Tx, itemId: string, by: 1 | -1) =>
  sql`update gallery_item set favourite_count = favourite_count + ${by} where id = ${itemId}`.execute(tx)
