import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

/** What was texted to a member so far opens nothing any more. */
export const endPhoneCodesWithin = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  await tx
    .updateTable('phone_code')
    .set({ ended_at: new Date(now()) })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
}
