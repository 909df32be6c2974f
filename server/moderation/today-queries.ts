import { sql } from 'kysely'
import type { OperatorToday } from '#contract/moderation/members.ts'
import { earningPeriods } from '#domain/points/earnings.ts'
import { waitingApplicationCount } from '#server/applications/operator-queries.ts'
import { runningCallCounts } from '#server/calls/queries.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { openAlertCount } from '#server/operators/queries.ts'
import { requestedPayoutCount } from '#server/points/earnings/payout-queries.ts'
import { refundsAndTransfersToApprove } from '#server/points/orders/operator-queries.ts'

/** What waits for operators, and the figures of the Japanese day. */
export const operatorToday = async (tx: Db | Tx, nowMs: number): Promise<OperatorToday> => {
  const since = new Date(earningPeriods(nowMs).todayMs)
  const { rows } = await sql<Pick<OperatorToday, 'openReports' | 'connectedCalls' | 'registrations'>>`
    SELECT (SELECT count(*)::int FROM report WHERE closed_at IS NULL) AS "openReports",
      (SELECT count(*)::int FROM call WHERE connected_at >= ${since}) AS "connectedCalls",
      (SELECT count(*)::int FROM member WHERE created_at >= ${since} AND role <> 'operator') AS registrations`.execute(
    tx,
  )
  const running = await runningCallCounts(tx)
  return {
    ...(rows[0] ?? { openReports: 0, connectedCalls: 0, registrations: 0 }),
    openNotices: await openAlertCount(tx),
    waitingApplications: await waitingApplicationCount(tx),
    requestedPayouts: await requestedPayoutCount(tx),
    ...(await refundsAndTransfersToApprove(tx)),
    runningCalls: (running.connecting ?? 0) + (running.inCall ?? 0),
  }
}
