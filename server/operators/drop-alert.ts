import type { AlertKind } from '#contract/operators/alerts.ts'
import type { Tx } from '#server/db/database.ts'

/** Removes an open alert when `tx` commits: its cause has been handled or is gone. */
export const dropAlert = async (
  tx: Tx,
  { kind, subject }: { kind: AlertKind; subject: string },
): Promise<void> => {
  await tx
    .deleteFrom('operator_notice')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .execute()
}
