import { sql } from 'kysely'
import { isRefusal } from '#contract/core/refusal.ts'
import { isTelling, sameLookBits } from '#domain/gallery/difference-hash.ts'
import { galleryStep } from '#domain/gallery/item-state.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { lockItem, saveState } from '../item-record.ts'

/**
 * Takes other items out of view that have a picture of a removed one, the same bytes or the same look: they wait for the
 * operators again, and one that was withdrawn is reviewed before it returns.
 */
export const recheckLookalikes = async (tx: Tx, itemId: string): Promise<void> => {
  const { rows: hashes } = await sql<{ exact: string; look: string }>`
    select exact_hash as exact, look_hash as look from gallery_file
    where item_id = ${itemId} and exact_hash is not null and look_hash is not null`.execute(tx)
  if (hashes.length === 0) return
  const telling = hashes.filter(({ look }) => isTelling(look)).map(({ look }) => look)
  const { rows: alike } = await sql<{ id: string }>`
    select distinct f.item_id as id from gallery_file f join gallery_item i on i.id = f.item_id
    where f.item_id <> ${itemId} and i.state <> 'removed' and f.look_hash is not null
      and (f.exact_hash = any(${hashes.map(({ exact }) => exact)}::text[])
        or exists (select from unnest(${telling}::text[]) look
          where bit_count(look::bit(64) # f.look_hash::bit(64)) <= ${sameLookBits}))
    order by id`.execute(tx)
  for (const { id } of alike) {
    const item = await lockItem(tx, id)
    const next = item && galleryStep(item.state, { type: 'recheck' })
    if (!item || next === null || isRefusal(next)) continue
    if (next !== item.state) await saveState(tx, item, next)
    await sql`
      update gallery_item set passed_at = null,
        submitted_at = case when ${next === 'waiting'} then now() else submitted_at end
      where id = ${id}`.execute(tx)
  }
  if (alike.length > 0)
    await raiseAlert(tx, {
      kind: 'galleryWaiting',
      subject: 'gallery',
      text: '削除した作品と同じ画像の作品があり、審査待ちに戻りました。',
    })
}
