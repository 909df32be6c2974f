import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export interface JobQueue {
  name: string
  /** Jobs that are due and not started. */
  waiting: number
  /** How long the job due first has been due; 0 when none waits. */
  waitingSec: number
  /** Jobs of the last days whose retries are used up, as pg-boss counts them every minute. */
  failed: number
}

/** pg-boss's queues; none before scheduled work was first started on this database. */
export const jobQueues = async (db: Db): Promise<JobQueue[]> => {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('jobs.queue') is not null as "isThere"`.execute(db)
  if (!found[0]?.isThere) return []
  const { rows } = await sql<JobQueue>`
    select queue.name, coalesce(waiting.count, 0) as waiting, coalesce(waiting.seconds, 0) as "waitingSec",
      queue.failed_count as failed
    from jobs.queue
    left join (
      select name, count(*)::int as count, extract(epoch from now() - min(start_after))::float8 as seconds
      from jobs.job where state < 'active' and start_after <= now() group by name
    ) waiting on waiting.name = queue.name`.execute(db)
  return rows
}
