import { sql } from 'kysely'
import type { GalleryState } from '#contract/gallery/own-items.ts'
import { isSeenState } from '#domain/gallery/item-state.ts'
import type { Tx } from '#server/db/database.ts'
import {
  queueFollowerAnnouncement,
  withdrawFollowerAnnouncement,
} from '#server/favourites/follower-announcements.ts'

export interface ItemRecord {
  id: string
  ownerId: string
  title: string
  tags: string[]
  price: number
  state: GalleryState
  appearsAt: Date | null
  passedAt: Date | null
  /** When operators refused it last, in whatever content; null: never. */
  refusedAt: Date | null
  version: number
}

/** An item, locked until the transaction ends; null without one. */
export const lockItem = async (tx: Tx, itemId: string): Promise<ItemRecord | null> => {
  const { rows } = await sql<ItemRecord>`
    select id, owner_id as "ownerId", title, tags, price, state, appears_at as "appearsAt", passed_at as "passedAt",
      refused_at as "refusedAt", version
    from gallery_item where id = ${itemId} for update`.execute(tx)
  return rows[0] ?? null
}

/** Saves a step of an item, and tells followers of what is seen, once. It appears at the time that its broadcaster chose, and not before now. */
export const saveState = async (
  tx: Tx,
  { id, ownerId, appearsAt }: ItemRecord,
  state: GalleryState,
): Promise<void> => {
  if (isSeenState(state))
    await queueFollowerAnnouncement(
      tx,
      { kind: 'favouriteItem', subject: id, broadcasterId: ownerId },
      appearsAt,
    )
  else await withdrawFollowerAnnouncement(tx, 'favouriteItem', id)
  await sql`
    update gallery_item set state = ${state}, version = version + 1, changed_at = now(),
      shown_at = case when ${isSeenState(state)} then coalesce(shown_at, greatest(appears_at, now())) end,
      refusal_reason = null, refusal_message = ''
    where id = ${id}`.execute(tx)
}

/** The ids of an item's pictures in their order. */
export const imageIdsOf = async (tx: Tx, itemId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select image_id as id from gallery_file where item_id = ${itemId} and role = 'original' order by place`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Whether the content has to stay: somebody bought it, or operators are still asked to take it down. */
export const isContentKept = async (tx: Tx, itemId: string): Promise<boolean> => {
  const { rows } = await sql<{ isKept: boolean }>`
    select exists (select from gallery_purchase where item_id = ${itemId})
      or exists (select from gallery_claim where item_id = ${itemId} and closed_at is null) as "isKept"`.execute(
    tx,
  )
  return rows[0]?.isKept ?? false
}
