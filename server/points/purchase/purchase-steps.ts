import type { Db, Tx } from '#server/db/database.ts'

/** Records a step towards a purchase, for the operators' funnel. */
export const logPurchaseStep = async (
  db: Db | Tx,
  memberId: string,
  step: string,
  courseId: string | null,
): Promise<void> => {
  await db.insertInto('purchase_step').values({ member_id: memberId, step, course_id: courseId }).execute()
}
