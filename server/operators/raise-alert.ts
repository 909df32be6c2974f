import { sql } from 'kysely'
import type { AlertKind } from '#contract/operators/alerts.ts'
import type { Db, Tx } from '#server/db/database.ts'

export interface NewAlert {
  kind: AlertKind
  /** What it is about, within its kind: an order's id, a day. At most one alert is open per kind and subject. */
  subject: string
  /** One Japanese sentence for the operator; an open alert shows the newest one. */
  text: string
}

/**
 * Raises an alert for the operators when `tx` commits. While an alert of the same subject is open, it counts there
 * instead of appearing twice; after it was marked as done it opens again.
 */
export const raiseAlert = async (tx: Db | Tx, notice: NewAlert): Promise<void> => {
  await tx
    .insertInto('operator_notice')
    .values(notice)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('done_at', 'is', null).doUpdateSet({
        text: notice.text,
        times: sql`operator_notice.times + 1`,
        last_raised_at: sql`now()`,
      }),
    )
    .execute()
}
