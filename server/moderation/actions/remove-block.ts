import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'

/** Lifts the viewer's own block; the partner's, if there is one, stays. Refuses: notFound. */
export const removeBlock = async (
  context: Context,
  { memberId }: Viewer,
  { partnerId, blockId }: { partnerId?: string | undefined; blockId?: string | undefined },
): Promise<null | Refusal<'notFound'>> =>
  context.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('member_block')
      .where('member_id', '=', memberId)
      .where((where) =>
        blockId === undefined ? where('partner_id', '=', partnerId ?? '') : where('id', '=', blockId),
      )
      .returning('partner_id')
      .executeTakeFirst()
    if (!removed) return refuse('notFound')
    await context.events.publish(tx, { type: 'block:changed', memberIds: [memberId, removed.partner_id] })
    return null
  })
