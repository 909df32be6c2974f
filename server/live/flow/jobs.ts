import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Comments are for the evening; a report keeps what it needs as evidence of its own. */
const commentDays = 30
const entriesPerRound = 5_000

/** Nightly: empties the texts of old comments. Returns how many. */
export const forgetOldComments = async (db: Db): Promise<number> => {
  let total = 0
  for (;;) {
    const { rows } = await sql`
      update live_entry e set text = '', removed_at = coalesce(e.removed_at, clock_timestamp())
      from (
        select x.room_id, x.seq from live_entry x
        where x.kind = 'comment' and x.text <> '' and x.at < now() - make_interval(days => ${commentDays})
        limit ${entriesPerRound}
      ) old
      where e.room_id = old.room_id and e.seq = old.seq returning 1`.execute(db)
    total += rows.length
    if (rows.length < entriesPerRound) return total
  }
}
