import { sql } from 'kysely'
import type { CallPhase } from '#contract/calls/calls.ts'
import { runningCallCounts } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { oldestWaitingMailSec, oldestWaitingSmsSec } from '#server/outbox/queries.ts'
import { type OpenHolds, type OpenOrders, openHolds, openOrders } from '#server/points/ledger/open-money.ts'
import { billingLatenessSec } from '#server/points/metering/metering.ts'
import { type LastLedgerCheck, lastLedgerCheck } from '#server/points/operator/ledger-checks.ts'

/** The database's state at this moment, across all processes. */
export interface Figures {
  calls: Partial<Record<CallPhase, number>>
  billingLatenessSec: number
  oldestWaitingMailSec: number
  oldestWaitingSmsSec: number
  openHolds: OpenHolds
  openOrders: OpenOrders[]
  /** Null before the first check. */
  lastLedgerCheck: LastLedgerCheck | null
  jobQueues: JobQueue[]
}

/** One query after the other, each by an index: a scrape uses one connection, for milliseconds. */
export const readFigures = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Figures> => ({
  calls: await runningCallCounts(db),
  billingLatenessSec: await billingLatenessSec(db),
  oldestWaitingMailSec: await oldestWaitingMailSec(db, now()),
  oldestWaitingSmsSec: await oldestWaitingSmsSec(db, now()),
  openHolds: await openHolds(db),
  openOrders: await openOrders(db),
  lastLedgerCheck: await lastLedgerCheck(db),
  jobQueues: await jobQueues(db),
})

interface JobQueue {
  name: string
  /** Jobs that are due and not started. */
  waiting: number
  /** How long the job due first has been due; 0 when none waits. */
  waitingSec: number
  /** Jobs of the last days whose retries are used up, as pg-boss counts them every minute. */
  failed: number
}

/** pg-boss's queues; none before scheduled work was first started on this database. */
const jobQueues = async (db: Db): Promise<JobQueue[]> => {
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
