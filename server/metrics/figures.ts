import type { CallPhase } from '#contract/calls/calls.ts'
import { runningCallCounts } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import { type JobQueue, jobQueues } from '#server/jobs/job-queues.ts'
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
