import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { releaseLeftOrders } from './actions/settle-orders.ts'
import { playOrders } from './play-orders.ts'

/** Comments are for the evening; a report keeps what it needs as evidence of its own. */
const commentDays = 30
const entriesPerRound = 5_000

const playEveryMs = 1_000

/** Has devices carry out what waits, and releases what was left behind by a room's end or a crash. */
export const startLiveFlow = (context: Context): Loops =>
  loop(context, 'live-menu', playEveryMs, async () => {
    await releaseLeftOrders(context)
    await playOrders(context)
  })

/** Nightly: empties the texts of old comments. Returns how many. */
export const clearOldComments = async (db: Db): Promise<number> => {
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
