import type { Tx } from '#server/db/database.ts'

/** A broadcaster who is live sits in the room, so that nothing else rings. False when the seat is taken. */
export const claimBroadcasterSeat = async (
  tx: Tx,
  { memberId, liveRoomId }: { memberId: string; liveRoomId: string },
): Promise<boolean> => {
  const seat = await tx
    .insertInto('call_seat')
    .values({ member_id: memberId, live_room_id: liveRoomId })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst()
  return seat !== undefined
}

export const freeBroadcasterSeat = async (tx: Tx, liveRoomId: string): Promise<void> => {
  await tx.deleteFrom('call_seat').where('live_room_id', '=', liveRoomId).execute()
}
