import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'

/** A broadcaster switches proposals on or off; bookings made before stay. Other members are refused. */
export const updateBookingSetting = async (
  { db }: Pick<Context, 'db'>,
  { memberId, role }: Viewer,
  isOpen: boolean,
): Promise<{ type: 'success'; isOpen: boolean } | Refusal<'forbidden'>> => {
  if (role !== 'broadcaster') return refuse('forbidden')
  await db
    .insertInto('booking_setting')
    .values({ member_id: memberId, is_open: isOpen })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ is_open: isOpen }))
    .execute()
  return { type: 'success', isOpen }
}
