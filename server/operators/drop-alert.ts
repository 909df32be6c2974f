import type { NoticeKind } from '#contract/operators/alerts.ts'
import type { Tx } from '#server/db/database.ts'

/** Takes an open notice away, when `tx` commits: what it called operators to has been seen to, or is no more. */
export const dropAlert = async (
  tx: Tx,
  { kind, subject }: { kind: NoticeKind; subject: string },
): Promise<void> => {
  await tx
    .deleteFrom('operator_notice')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .execute()
}
