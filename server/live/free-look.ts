import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Whether the member had the free look at this room today. A look that never showed a picture doesn't count. */
export const hasLooked = async (
  db: Db | Tx,
  { roomId, memberId, now }: { roomId: string; memberId: string; now: number },
): Promise<boolean> => {
  const row = await db
    .selectFrom('call')
    .select('id')
    .where('live_room_id', '=', roomId)
    .where('caller_id', '=', memberId)
    .where('free_look_ms', '>', 0)
    .where('requested_at', '>=', new Date(japaneseDayStart(now)))
    .where((where) => where.or([where('connected_at', 'is not', null), where('phase', '<>', 'ended')]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
