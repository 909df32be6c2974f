import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findRoom, lockRoom, type RoomRecord } from '../room-record.ts'
import { ratesRefused, textsRefused } from './start-live.ts'

export interface LiveChange {
  roomId: string
  title?: string | undefined
  tags?: string[] | undefined
  callRate?: number | null | undefined
}

type UpdateRefusal = 'notFound' | 'liveOver' | 'rateOutOfBounds' | 'contactRefused' | 'badInput'

/** Changes what is sent; meters and rings that run keep their rates. */
export const updateLive = async (
  context: Context,
  memberId: string,
  change: LiveChange,
): Promise<RoomRecord | Refusal<UpdateRefusal>> => {
  const seen = await findRoom(context.db, change.roomId)
  if (seen?.broadcasterId !== memberId) return refuse('notFound')
  if (seen.endedAt !== null) return refuse('liveOver')
  const { title = seen.title, tags = seen.tags, callRate = seen.rates.call } = change
  const refused =
    (await ratesRefused(context.db, { call: callRate })) ?? (await textsRefused(context.db, { title, tags }))
  if (refused) return refused
  return inTransaction<RoomRecord | Refusal<UpdateRefusal>>(context.db, async (tx) => {
    const room = await lockRoom(tx, change.roomId)
    if (!room || room.endedAt !== null) return refuse('liveOver')
    await tx
      .updateTable('live_room')
      .set({ title, tags, call_points_per_min: callRate })
      .where('id', '=', room.id)
      .execute()
    await context.events.publish(tx, { type: 'live:changed', roomId: room.id, broadcasterId: memberId })
    return { ...room, title, tags, rates: { ...room.rates, call: callRate } }
  })
}
