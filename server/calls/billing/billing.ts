import type { Context } from '#server/context.ts'
import { type MeterBilled, msUntilNextDue } from '#server/points/metering/metering.ts'
import { chargeDueCalls, passOnBilling } from '../actions/bill-calls.ts'

/** A due time is at least a second away when it is set (next_due.sql), so none is overlooked. */
const restMsMax = 500
/** Many calls fall due one after the other: they gather for this long and are charged in one transaction. */
const restMsMin = 50

/** Until the next meter falls due, within bounds. */
export const restUntilDue = (dueInMs: number): number => Math.min(Math.max(dueInMs, restMsMin), restMsMax)

export interface Billing {
  restMsMax: number
  /** Charges what is due; answers how long the loop may rest. */
  round(): Promise<number>
  /** Waits until everything charged was passed on. */
  settled(): Promise<void>
}

/**
 * The billing rounds of this node. What follows a charge runs beside them: a node that can't be reached must
 * not delay the calls of the others.
 */
export const createBilling = (context: Context): Billing => {
  const underWay = new Set<Promise<void>>()
  const passOn = (billed: MeterBilled) => {
    const passing = passOnBilling(context, billed)
      .catch((error: unknown) => context.log.error('billing-not-passed-on', { callId: billed.callId, error }))
      .finally(() => underWay.delete(passing))
    underWay.add(passing)
  }
  return {
    restMsMax,
    round: async () => {
      await chargeDueCalls(context.db, passOn)
      return restUntilDue(await msUntilNextDue(context.db))
    },
    settled: async () => {
      await Promise.all(underWay)
    },
  }
}
