import { sql } from 'kysely'
import { commentsWindowMs, postsWindowMs } from '#domain/timeline/limits.ts'
import type { Tx } from '#server/db/database.ts'

interface Pace {
  writtenAtMs: number[]
  nowMs: number
}

const windowMsOf = { timeline_post: postsWindowMs, timeline_comment: commentsWindowMs }

/** When a member wrote posts or comments lately, and the database's clock, in milliseconds. */
export const paceOf = async (tx: Tx, table: keyof typeof windowMsOf, memberId: string): Promise<Pace> => {
  const { rows } = await sql<Pace>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs", array(
      SELECT (extract(epoch FROM created_at) * 1000)::float8 FROM ${sql.table(table)}
      WHERE author_id = ${memberId} AND created_at > now() - make_interval(secs => ${windowMsOf[table] / 1000})
      ORDER BY created_at DESC LIMIT 200) AS "writtenAtMs"`.execute(tx)
  const [pace] = rows
  if (!pace) throw new Error('the database told no time')
  return pace
}
