import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { closeBookingsOfPair } from '#server/bookings/actions/close-bookings.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { roleIn } from '#server/calls/call-record.ts'
import { openCallsOf } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import { closeRequestsOfPair } from '#server/gallery/requests/apply-request-event.ts'
import { type TraderPlace, traderAt } from '#server/market/trader.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { sharedHistory } from '../shared-history.ts'

/**
 * Blocks a member, in both directions and at once; blocking again changes nothing. A ring or a call of the
 * two ends as if the blocker had hung up. A blocked member may block as well, and must not learn of the other
 * block here.
 *
 * Refuses: blockSelf; notFound for an unknown member and for a role that the viewer never meets.
 */
export const addBlock = async (
  context: Context,
  viewer: Viewer,
  partnerId: string,
): Promise<null | Refusal<'blockSelf' | 'notFound'>> => {
  const { memberId } = viewer
  if (partnerId === memberId) return refuse('blockSelf')
  if (!(await sharedHistory(context, viewer, partnerId))) return refuse('notFound')
  await block(context, memberId, partnerId)
  return null
}

/**
 * Blocks whom a member meets in the flea market, by the item or the transaction: callers, too, whose ids are told to no
 * caller. Refuses: notFound.
 */
export const blockTrader = async (
  context: Context,
  { memberId }: Viewer,
  place: TraderPlace,
): Promise<null | Refusal<'notFound'>> => {
  const partnerId = await traderAt(context.db, memberId, place)
  if (partnerId === null) return refuse('notFound')
  await block(context, memberId, partnerId)
  return null
}

const block = async (context: Context, memberId: string, partnerId: string): Promise<void> => {
  await context.db.transaction().execute(async (tx) => {
    await lockPair(tx, memberId, partnerId)
    const added = await tx
      .insertInto('member_block')
      .values({ member_id: memberId, partner_id: partnerId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('member_id')
      .executeTakeFirst()
    await closeBookingsOfPair(tx, memberId, partnerId)
    await closeRequestsOfPair(context, tx, memberId, partnerId)
    if (added) await context.events.publish(tx, { type: 'block:changed', memberIds: [memberId, partnerId] })
  })
  await hangUpOn(context, memberId, partnerId)
}

/**
 * Runs after the block is stored: nothing new begins between the two. What fails here is done within seconds by
 * `endCallsAcrossBlocks`.
 */
const hangUpOn = async (context: Context, memberId: string, partnerId: string): Promise<void> => {
  for (const call of await openCallsOf(context.db, [memberId, partnerId])) {
    const role = roleIn(call, memberId)
    if (role) await applyEvent(context, call.id, { type: 'hangUp', by: role })
  }
}
