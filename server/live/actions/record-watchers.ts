import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** Stores how many watch the room now, if never more did. */
export const recordWatchers = async ({ db }: Context, roomId: string): Promise<void> => {
  await sql`
    update live_room r set peak_watchers = n.watchers
    from (select count(*)::int as watchers from call
      where live_room_id = ${roomId} and origin = 'sideWatch' and phase <> 'ended') n
    where r.id = ${roomId} and r.peak_watchers < n.watchers`.execute(db)
}
