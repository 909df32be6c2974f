import { sql } from 'kysely'
import type { StudioSettings } from '#contract/studio/studio.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { rateBoundsOf } from '#server/people/rate-bounds.ts'

/** A broadcaster's settings for calls; null for anyone else. */
export const findStudioSettings = async (db: Db | Tx, memberId: string): Promise<StudioSettings | null> => {
  const [row, bounds] = await Promise.all([
    db
      .selectFrom('broadcaster')
      .select(['rate_video', 'rate_voice', 'schedule', 'push_standby', 'is_shared'])
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
    rateBoundsOf(db),
  ])
  if (!row) return null
  return {
    rates: { video: row.rate_video, voice: row.rate_voice },
    bounds,
    schedule: row.schedule as unknown as StudioSettings['schedule'],
    pushStandby: row.push_standby,
    isShared: row.is_shared,
  }
}

/** Whether a push reaches the member when no page is open. */
export const isReachableByPush = async (db: Db | Tx, memberId: string): Promise<boolean> => {
  const { rows } = await sql`SELECT 1 FROM live_push_address WHERE member_id = ${memberId} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}
