import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { liveMenuEndpoints, MenuOrder } from '#contract/live/flow.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { roomFacts } from '../flow-facts.ts'
import { publishState } from '../post-entry.ts'
import { queueOf } from '../queries.ts'
import { releaseOrders, settleOrder } from './settle-orders.ts'

/** What a broadcaster does with the orders of the own room. Answers the queue that is left. */
export const handleMenu = async (
  context: Context,
  { memberId }: Viewer,
  { roomId, action }: InputOf<typeof liveMenuEndpoints.handleLiveMenu>,
): Promise<MenuOrder[] | Refusal<'notFound' | 'liveOver' | 'liveOrderGone'>> => {
  const facts = await roomFacts(context.db, roomId, memberId)
  if (facts?.role !== 'broadcaster') return refuse('notFound')
  if (facts.isOver) return refuse('liveOver')
  if (action.type === 'pause') {
    await pause(context, roomId, action.isPaused)
  } else {
    const settled = await settleOrder(context, { roomId, orderId: action.orderId }, action.type)
    if (isRefusal(settled)) return settled
  }
  return queueOf(context.db, roomId, memberId)
}

/** From the commit on no order is queued; then those that wait are released. */
const pause = async (context: Context, roomId: string, isPaused: boolean): Promise<void> => {
  await inTransaction(context.db, async (tx) => {
    await tx.updateTable('live_room').set({ is_menu_paused: isPaused }).where('id', '=', roomId).execute()
    await publishState(context, tx, roomId)
  })
  if (isPaused) await releaseOrders(context, { roomId })
}
