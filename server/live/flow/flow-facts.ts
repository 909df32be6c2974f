import { sql } from 'kysely'
import type { FlowRole } from '#contract/live/flow.ts'
import type { FlowFacts } from '#domain/live/payment.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A room as it is for one member. Who is barred has no role, also while the visit's end is on its way. */
export interface RoomFacts extends FlowFacts {
  roomId: string
  broadcasterId: string
  /** The member's running visit; null for the broadcaster and for who isn't there. */
  callId: string | null
  /** The visit's own limit in points; null: none. */
  spendCap: number | null
}

interface Row {
  broadcaster_id: string
  is_over: boolean
  is_muted: boolean
  is_moderator: boolean
  is_barred: boolean
  call_id: string | null
  spend_cap: number | null
}

const roleOf = (row: Row, memberId: string): FlowRole | null => {
  if (row.broadcaster_id === memberId) return 'broadcaster'
  if (row.call_id === null || row.is_barred) return null
  return row.is_moderator ? 'moderator' : 'watcher'
}

/** Null without such a room, and behind a block with its broadcaster. */
export const roomFacts = async (db: Db | Tx, roomId: string, memberId: string): Promise<RoomFacts | null> => {
  const { rows } = await sql<Row>`
    select r.broadcaster_id, r.ended_at is not null as is_over, r.moderator_id is not distinct from ${memberId} as is_moderator,
      exists (select from live_mute u where u.room_id = r.id and u.member_id = ${memberId}) as is_muted,
      exists (select from live_ban b where b.room_id = r.id and b.member_id = ${memberId}) as is_barred,
      c.id as call_id, c.spend_cap
    from live_room r
    left join lateral (
      select x.id, x.spend_cap from call x
      where x.live_room_id = r.id and x.caller_id = ${memberId} and x.phase in ('connecting', 'inCall') limit 1
    ) c on true
    where r.id = ${roomId} and not exists (
      select from blocked_pair b where b.member_id = ${memberId} and b.partner_id = r.broadcaster_id)`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return null
  return {
    roomId,
    broadcasterId: row.broadcaster_id,
    isOver: row.is_over,
    isMuted: row.is_muted,
    role: roleOf(row, memberId),
    callId: row.call_id,
    spendCap: row.spend_cap,
  }
}

/** Somebody seen in the room: by the row of the room and the visit that runs; null: not there now. */
export const roleInRoom = async (db: Db | Tx, roomId: string, memberId: string): Promise<FlowRole | null> =>
  (await roomFacts(db, roomId, memberId))?.role ?? null
