import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * For the erasure of a member: texts and names of the member's entries, the own menu, and what was set against or for
 * the member. Presents stay without an author, and orders stay as the books' reasons.
 */
export const eraseLiveFlow = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`
    update live_entry e set member_id = null, removed_at = coalesce(e.removed_at, clock_timestamp()), text = ''
    where e.member_id = ${memberId}`.execute(tx)
  await tx.updateTable('live_room').set({ moderator_id: null }).where('moderator_id', '=', memberId).execute()
  // What a broadcaster named is in other members' records under its kind alone.
  await sql`
    update live_entry e set text = '', item_name = case when e.kind = 'menu' then 'メニュー' else e.item_name end
    from live_room r where r.id = e.room_id and r.broadcaster_id = ${memberId} and e.kind in ('goal', 'menu')`.execute(
    tx,
  )
  await sql`
    update live_menu_order o set name = 'メニュー' from live_room r
    where r.id = o.room_id and r.broadcaster_id = ${memberId}`.execute(tx)
  await sql`
    update live_goal g set name = '' from live_room r
    where r.id = g.room_id and r.broadcaster_id = ${memberId}`.execute(tx)
  await tx.deleteFrom('live_menu_item').where('broadcaster_id', '=', memberId).execute()
  await tx.deleteFrom('live_mute').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('live_ban').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('live_goal_part').where('member_id', '=', memberId).execute()
}
