import { sql } from 'kysely'
import type { LiveCard, LiveRoomView, OwnLive } from '#contract/live/rooms.ts'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { membersByIds } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { flowSetting } from './flow/queries.ts'
import { hasLooked } from './free-look.ts'
import { lastRoomOf, type RoomRecord } from './room-record.ts'
import { liveSettings } from './settings.ts'
import { summaryOf } from './summary.ts'

type LiveViewer = Pick<Viewer, 'memberId' | 'role'> | null

/** Rooms that a list looks through at most. */
const runningMax = 1_000

/** The calls of a room's watchers that haven't ended. */
const watchersOf = sql`(
  SELECT count(*)::int FROM call c WHERE c.live_room_id = r.id AND c.origin = 'sideWatch' AND c.phase <> 'ended')`
const isInLiveCall = sql`EXISTS (
  SELECT FROM call c WHERE c.live_room_id = r.id AND c.origin = 'live'
    AND c.phase IN ('accepted', 'connecting', 'inCall'))`

export interface Crowd {
  watchers: number
  /** 通話中: somebody has the live call. */
  isInLiveCall: boolean
}

/** Who is in a room now. */
export const crowdOf = async (db: Db | Tx, roomId: string): Promise<Crowd> => {
  const { rows } = await sql<Crowd>`
    SELECT ${watchersOf} AS watchers, ${isInLiveCall} AS "isInLiveCall"
    FROM live_room r WHERE r.id = ${roomId}`.execute(db)
  return rows[0] ?? { watchers: 0, isInLiveCall: false }
}

/** The rooms that run and have begun, the most watched first, as far as the viewer may see them. */
const visibleIds = async (
  db: Db,
  viewerId: string | null,
): Promise<{ id: string; broadcasterId: string }[]> => {
  const { rows } = await sql<{ id: string; broadcasterId: string }>`
    SELECT r.id, r.broadcaster_id AS "broadcasterId" FROM live_room r
    JOIN member m ON m.id = r.broadcaster_id AND m.role = 'broadcaster'
    WHERE r.ended_at IS NULL AND r.began_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM blocked_pair p WHERE p.member_id = ${viewerId} AND p.partner_id = r.broadcaster_id)
    ORDER BY ${watchersOf} DESC, r.began_at DESC, r.id LIMIT ${runningMax}`.execute(db)
  return rows
}

/** Cards of these rooms, in their order. */
const cardsOf = async (db: Db, roomIds: readonly string[]): Promise<LiveCard[]> => {
  const { rows } = await sql<{
    roomId: string
    broadcaster: LiveCard['broadcaster']
    title: string
    tags: string[]
    startedAt: Date
    watchers: number
    watch: number
    call: number | null
    isInLiveCall: boolean
  }>`
    SELECT r.id AS "roomId", jsonb_build_object('id', m.id, 'name', m.name, 'avatarId', m.avatar_id) AS broadcaster,
      r.title, r.tags, r.started_at AS "startedAt", r.watch_points_per_min AS watch, r.call_points_per_min AS call,
      ${watchersOf} AS watchers, ${isInLiveCall} AS "isInLiveCall"
    FROM unnest(${roomIds}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN live_room r ON r.id = wanted.id JOIN member m ON m.id = r.broadcaster_id
    ORDER BY wanted.place`.execute(db)
  return rows.map(({ watch, call, startedAt, ...card }) => ({
    ...card,
    startedAt: startedAt.toISOString(),
    rates: { watch, call },
  }))
}

/** A page of the rooms that run now; after a room that has left the list, nothing follows. */
export const liveRooms = async (
  db: Db,
  viewerId: string | null,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ rooms: LiveCard[]; next: string | null }> => {
  const ids = (await visibleIds(db, viewerId)).map(({ id }) => id)
  const from = after === undefined ? 0 : ids.indexOf(after) + 1
  if (after !== undefined && from === 0) return { rooms: [], next: null }
  const page = ids.slice(from, from + limit)
  return {
    rooms: await cardsOf(db, page),
    next: from + limit < ids.length ? (page.at(-1) ?? null) : null,
  }
}

/** A room as the viewer sees it before and while watching. */
export const roomView = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  room: RoomRecord,
  viewer: LiveViewer,
): Promise<LiveRoomView> => {
  const memberId = viewer?.memberId ?? null
  const [[card], { freeLookMs }, { commentPoints }, looked, isKicked, own] = await Promise.all([
    cardsOf(db, [room.id]),
    liveSettings(db),
    flowSetting(db),
    memberId === null ? false : hasLooked(db, { roomId: room.id, memberId, now: now() }),
    memberId === null ? false : isBarred(db, room.id, memberId),
    memberId === null ? [] : openCallsInLiveRoom(db, room.id, memberId),
  ])
  if (!card) throw new Error(`live room ${room.id} has no card`)
  return {
    ...card,
    endReason: room.state.endReason,
    commentPoints,
    freeLookMs: looked || viewer?.role === 'broadcaster' ? 0 : freeLookMs,
    // The live call comes before the visit that it ends.
    myCallId: (own.find(({ origin }) => origin === 'live') ?? own[0])?.id ?? null,
    isModerator: memberId !== null && room.moderatorId === memberId,
    isKicked,
  }
}

/**
 * The broadcaster's running room, or the last one of the day, with its neighbours in the list. Null behind a block, for
 * a closed account, and for a room of an earlier day.
 */
export const roomOfBroadcaster = async (
  context: Context,
  broadcasterId: string,
  viewer: LiveViewer,
): Promise<{ room: LiveRoomView; previous: string | null; next: string | null } | null> => {
  const { db } = context
  const room = await lastRoomOf(db, broadcasterId)
  if (!room || !(await isVisible(db, room, viewer))) return null
  if (room.endedAt !== null && room.endedAt < japaneseDayStart(context.now())) return null
  const list = (await visibleIds(db, viewer?.memberId ?? null)).map((each) => each.broadcasterId)
  const place = list.indexOf(broadcasterId)
  return {
    room: await roomView(context, room, viewer),
    previous: place > 0 ? (list[place - 1] ?? null) : null,
    next: (place < 0 ? list[0] : list[place + 1]) ?? null,
  }
}

/** Whether the viewer may see the room at all. */
export const isVisible = async (db: Db | Tx, room: RoomRecord, viewer: LiveViewer): Promise<boolean> => {
  const broadcaster = (await membersByIds(db, [room.broadcasterId])).get(room.broadcasterId)
  if (broadcaster?.role !== 'broadcaster') return false
  return viewer === null || !(await isBlockedPair(db, viewer.memberId, room.broadcasterId))
}

/** Whether the member was put out of the room. */
const isBarred = async (db: Db | Tx, roomId: string, memberId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('live_ban')
    .select('room_id')
    .where('room_id', '=', roomId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** The room in its broadcaster's own view. */
export const ownLiveOf = async (context: Context, room: RoomRecord): Promise<OwnLive> => {
  const viewer = { memberId: room.broadcasterId, role: 'broadcaster' } as const
  const { state } = room
  return {
    room: await roomView(context, room, viewer),
    source: room.source,
    isOnAir: state.endReason === null && state.mediaGoneSince === null && state.serverAwaySince === null,
    endsAt: new Date(state.endsAt).toISOString(),
    summary: await summaryOf(context.db, room),
  }
}

/** Rooms whose machine needs a tick now. */
export const dueRoomIds = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('live_room')
    .select('id')
    .where('ended_at', 'is', null)
    .where('deadline_at', '<=', sql<Date>`now()`)
    .orderBy('deadline_at')
    .limit(200)
    .execute()
  return rows.map((row) => row.id)
}

/** Rooms that have ended while a call in them has not. */
export const endedRoomsWithCalls = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT r.id FROM call c JOIN live_room r ON r.id = c.live_room_id
    WHERE c.phase <> 'ended' AND r.ended_at IS NOT NULL`.execute(db)
  return rows.map((row) => row.id)
}
