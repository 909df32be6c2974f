import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Deletes what the gallery stores of an erased person: favourites, requests for pictures, the words of their items and takedown requests. Rows of items and
 * purchases stay as records of payments; the pictures go with the area of images, except evidence until its end.
 */
export const eraseGallery = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`
    update gallery_item i set favourite_count = favourite_count - 1
    from gallery_favourite k where k.item_id = i.id and k.member_id = ${memberId}`.execute(tx)
  await sql`delete from gallery_favourite where member_id = ${memberId}`.execute(tx)
  await sql`delete from gallery_request where caller_id = ${memberId} or broadcaster_id = ${memberId}`.execute(
    tx,
  )
  await sql`update gallery_claim set member_id = null, text = '' where member_id = ${memberId}`.execute(tx)
  await sql`
    update gallery_item set title = '', tags = '{}', refusal_reason = null, refusal_message = '', shown_at = null,
      state = case when state in ('removed', 'delivered') then state else 'withdrawn' end
    where owner_id = ${memberId}`.execute(tx)
}
