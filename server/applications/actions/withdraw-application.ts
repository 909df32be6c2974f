import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockOpenApplication } from '../application-rows.ts'
import { resolveWaitingAlert } from '../waiting-alert.ts'
import { deleteDocumentsDue } from './delete-documents-due.ts'

/**
 * Ends a member's open application when `tx` commits; its documents are deleted by the job's next round.
 *
 * @returns its id; null when none is open
 */
export const withdrawApplicationInTx = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
): Promise<number | null> => {
  const open = await lockOpenApplication(tx, memberId)
  if (!open) return null
  const at = new Date(now())
  await tx
    .updateTable('broadcaster_application')
    .set({ state: 'withdrawn', decided_at: at, decided_by: null, moved_at: at })
    .where('id', '=', open.id)
    .execute()
  await resolveWaitingAlert(tx, open.id)
  return open.id
}

/** Withdraws the applicant's application: its documents are deleted at once. Refuses: applicationNotOpen. */
export const withdrawApplication = async (
  context: Pick<Context, 'db' | 'now' | 'storage'>,
  memberId: string,
): Promise<null | Refusal<'applicationNotOpen'>> => {
  const id = await context.db.transaction().execute((tx) => withdrawApplicationInTx(context, tx, memberId))
  if (id === null) return refuse('applicationNotOpen')
  await deleteDocumentsDue(context, id)
  return null
}
