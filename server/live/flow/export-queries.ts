import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { menuOf } from './menu.ts'

/** For the data export: what the member wrote, gave and ordered in live rooms, and the own toy menu. */
export const liveFlowOfMember = async (db: Db, memberId: string): Promise<object> => {
  const { rows: entries } = await sql<object>`
    select e.kind, e.at, nullif(e.text, '') as text, e.item_name as name, e.quantity, e.points,
      e.removed_at is not null as "wasRemoved"
    from live_entry e where e.member_id = ${memberId} order by e.at`.execute(db)
  const { rows: orders } = await sql<object>`
    select o.name, o.points, o.seconds, o.is_anonymous as "isAnonymous", o.state, o.at, o.closed_at as "closedAt"
    from live_menu_order o where o.member_id = ${memberId} order by o.at`.execute(db)
  return { entries, orders, menu: await menuOf(db, memberId) }
}
