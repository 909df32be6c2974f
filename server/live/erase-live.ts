import type { Tx } from '#server/db/database.ts'

/** For the erasure of a member: what a broadcaster wrote about own rooms, and the stream key. Rooms stay for the books. */
export const eraseLive = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .updateTable('live_room')
    .set({ title: '', tags: [], operator_note: null })
    .where('broadcaster_id', '=', memberId)
    .execute()
  await tx.deleteFrom('live_stream_key').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('live_announced').where('member_id', '=', memberId).execute()
}
