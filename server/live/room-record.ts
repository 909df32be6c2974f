import { type Selectable, sql } from 'kysely'
import type { LiveEndReason } from '#contract/live/rooms.ts'
import { nextRoomDeadline, type RoomState } from '#domain/live/room.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** The row of a live room with its machine's state. Instants are milliseconds of the database's clock. */
export interface RoomRecord {
  id: string
  broadcasterId: string
  title: string
  tags: string[]
  source: 'browser' | 'encoder'
  rates: { watch: number; call: number | null }
  state: RoomState
  endedAt: number | null
  peakWatchers: number
  nodeId: string | null
  moderatorId: string | null
  operatorNote: string | null
  /** The database's clock when the row was read. */
  now: number
}

type Row = Selectable<Tables['live_room']>

const ms = (date: Date | null): number | null => date?.getTime() ?? null

const roomOf = (row: Row, now: Date): RoomRecord => ({
  id: row.id,
  broadcasterId: row.broadcaster_id,
  title: row.title,
  tags: row.tags,
  source: row.source as RoomRecord['source'],
  rates: { watch: row.watch_points_per_min, call: row.call_points_per_min },
  state: {
    startedAt: row.started_at.getTime(),
    beganAt: ms(row.began_at),
    mediaGoneSince: ms(row.media_gone_since),
    serverAwaySince: ms(row.server_away_since),
    endsAt: row.ends_at.getTime(),
    limitWarnedAt: ms(row.limit_warned_at),
    endReason: row.end_reason as LiveEndReason | null,
  },
  endedAt: ms(row.ended_at),
  peakWatchers: row.peak_watchers,
  nodeId: row.node_id,
  moderatorId: row.moderator_id,
  operatorNote: row.operator_note,
  now: now.getTime(),
})

const rooms = (db: Db | Tx) =>
  db.selectFrom('live_room').selectAll().select(sql<Date>`clock_timestamp()`.as('db_now'))

/** The room, or null. */
export const findRoom = async (db: Db | Tx, roomId: string): Promise<RoomRecord | null> => {
  const row = await rooms(db).where('id', '=', roomId).executeTakeFirst()
  return row ? roomOf(row, row.db_now) : null
}

/** The room with its row locked until the transaction ends, or null. */
export const lockRoom = async (tx: Tx, roomId: string): Promise<RoomRecord | null> => {
  const row = await rooms(tx).where('id', '=', roomId).forUpdate().executeTakeFirst()
  return row ? roomOf(row, row.db_now) : null
}

/** The broadcaster's room that hasn't ended, or null. */
export const runningRoomOf = async (db: Db | Tx, broadcasterId: string): Promise<RoomRecord | null> => {
  const row = await rooms(db)
    .where('broadcaster_id', '=', broadcasterId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ? roomOf(row, row.db_now) : null
}

/** The broadcaster's newest room, running or over, or null. */
export const lastRoomOf = async (db: Db | Tx, broadcasterId: string): Promise<RoomRecord | null> => {
  const row = await rooms(db)
    .where('broadcaster_id', '=', broadcasterId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? roomOf(row, row.db_now) : null
}

const at = (value: number | null): Date | null => (value === null ? null : new Date(value))

/** Saves a state with the instant of its next tick, and answers the row as it is then. */
export const saveRoom = async (tx: Tx, room: RoomRecord, state: RoomState): Promise<RoomRecord> => {
  const row = await tx
    .updateTable('live_room')
    .set({
      began_at: at(state.beganAt),
      media_gone_since: at(state.mediaGoneSince),
      server_away_since: at(state.serverAwaySince),
      limit_warned_at: at(state.limitWarnedAt),
      deadline_at: at(nextRoomDeadline(state)),
      ...(state.endReason === null ? {} : { ended_at: new Date(room.now), end_reason: state.endReason }),
    })
    .where('id', '=', room.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return roomOf(row, new Date(room.now))
}

/** Assigns the room's media to this node. */
export const claimLiveRoom = async (db: Db | Tx, roomId: string, nodeId: string): Promise<void> => {
  await db.updateTable('live_room').set({ node_id: nodeId }).where('id', '=', roomId).execute()
}

/** The node that has the room's media; null when none is stored. */
export const nodeOfLiveRoom = async (db: Db, roomId: string): Promise<string | null> => {
  const row = await db.selectFrom('live_room').select('node_id').where('id', '=', roomId).executeTakeFirst()
  return row?.node_id ?? null
}
