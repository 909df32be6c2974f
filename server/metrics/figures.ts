import type { CallPhase } from '../../contract/calls.ts'
import { runningCallCounts } from '../calls/queries.ts'
import type { Context } from '../context.ts'
import { oldestWaitingMailSec, oldestWaitingSmsSec } from '../outbox/queries.ts'
import { billingLatenessSec } from '../points/metering.ts'

/** What the database says of this moment, over all processes. */
export interface Figures {
  calls: Partial<Record<CallPhase, number>>
  billingLatenessSec: number
  oldestWaitingMailSec: number
  oldestWaitingSmsSec: number
}

export const readFigures = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Figures> => {
  const [calls, lateness, mail, sms] = await Promise.all([
    runningCallCounts(db),
    billingLatenessSec(db),
    oldestWaitingMailSec(db, now()),
    oldestWaitingSmsSec(db, now()),
  ])
  return { calls, billingLatenessSec: lateness, oldestWaitingMailSec: mail, oldestWaitingSmsSec: sms }
}
