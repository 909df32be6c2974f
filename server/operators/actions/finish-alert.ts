import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'

/** Marks an alert as done. @returns what it was about */
export const finishAlert = async (
  tx: Tx,
  { noticeId, operatorId, nowMs }: { noticeId: number; operatorId: number; nowMs: number },
): Promise<{ kind: string; subject: string } | Refusal<'notFound' | 'noticeDone'>> => {
  const notice = await tx
    .selectFrom('operator_notice')
    .select(['kind', 'subject', 'done_at'])
    .where('id', '=', noticeId)
    .forUpdate()
    .executeTakeFirst()
  if (!notice) return refuse('notFound')
  if (notice.done_at) return refuse('noticeDone')
  await tx
    .updateTable('operator_notice')
    .set({ done_at: new Date(nowMs), done_by: operatorId })
    .where('id', '=', noticeId)
    .execute()
  return { kind: notice.kind, subject: notice.subject }
}
