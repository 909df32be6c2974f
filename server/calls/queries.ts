import { sql } from 'kysely'
import type { CallPhase, CallRole, CallSnapshot } from '#contract/calls/calls.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import { expectedPoints } from '#domain/calls/expected-charge.ts'
import { seenEndReason } from '#domain/calls/seen-end-reason.ts'
import { reconnectingSide } from '#domain/calls/transition.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { membersByIds } from '#server/members/queries.ts'
import { type CallRecord, findCall, partnerIdOf, recordOf, roleIn } from './call-record.ts'
import { earlierCallCounts } from './earlier-calls.ts'
import { callInProgressOf } from './live.ts'
import { readingOf } from './media/reading.ts'
import type { TestClaims } from './media/tokens.ts'

/** Calls whose machine needs a tick now. */
export const dueCallIds = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('call')
    .select('id')
    .where('deadline_at', '<=', sql<Date>`now()`)
    .orderBy('deadline_at')
    .limit(200)
    .execute()
  return rows.map((row) => row.id)
}

/** Calls whose room was opened at this node and whose end isn't stored. */
export const runningCallIds = async (db: Db, nodeId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('call')
    .select('id')
    .where('phase', 'in', ['connecting', 'inCall'])
    .where('node_id', '=', nodeId)
    .execute()
  return rows.map((row) => row.id)
}

/** How many calls run, on all nodes, by phase; a phase without a call is missing. */
export const runningCallCounts = async (db: Db): Promise<Partial<Record<CallPhase, number>>> => {
  const rows = await db
    .selectFrom('call')
    .select((column) => ['phase', column.fn.countAll<number>().as('count')])
    .where('phase', '<>', 'ended')
    .groupBy('phase')
    .execute()
  return Object.fromEntries(rows.map(({ phase, count }) => [phase, count]))
}

const echoPrefix = 'echo:'

/** A check's own media room, so that the end of an earlier check, still under way, doesn't close it. */
export const echoRoomOf = ({ memberId, testId }: TestClaims): string => `${echoPrefix}${memberId}:${testId}`

/** Whether it is the media room of a check. */
export const isEchoRoom = (roomId: string): boolean => roomId.startsWith(echoPrefix)

/** The node that has the media room of a call or a check; null when none is stored. */
export const nodeOfRoom = async (db: Db, roomId: string): Promise<string | null> => {
  const [memberId = '', testId = ''] = roomId.slice(echoPrefix.length).split(':')
  const row = isEchoRoom(roomId)
    ? await db
        .selectFrom('video_test')
        .select('node_id')
        .where('member_id', '=', memberId)
        .where('test_id', '=', testId)
        .executeTakeFirst()
    : await db.selectFrom('call').select('node_id').where('id', '=', roomId).executeTakeFirst()
  return row?.node_id ?? null
}

/** The member's newest check; null after its end. */
export const newestTestOf = async (db: Db, memberId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('video_test')
    .select('test_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.test_id ?? null
}

/** Whether this is the member's newest check. */
export const isNewestTest = async (db: Db, { testId, memberId }: TestClaims): Promise<boolean> =>
  (await newestTestOf(db, memberId)) === testId

/** The calls of these two that haven't ended: rings and calls under way. */
export const openCallsOf = async (
  db: Db | Tx,
  [one, other]: readonly [string, string],
): Promise<CallRecord[]> => {
  const rows = await db
    .selectFrom('call')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('db_now'))
    .where('caller_id', 'in', [one, other])
    .where('broadcaster_id', 'in', [one, other])
    .where('phase', '!=', 'ended')
    .execute()
  return rows.map((row) => recordOf(row, row.db_now))
}

/** The calls in a live room that haven't ended: visits, and the live call or its ring; of one member, or of all. */
export const openCallsInLiveRoom = async (
  db: Db | Tx,
  liveRoomId: string,
  callerId?: string,
): Promise<CallRecord[]> => {
  const rows = await db
    .selectFrom('call')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('db_now'))
    .where('live_room_id', '=', liveRoomId)
    .where('phase', '!=', 'ended')
    .$if(callerId !== undefined, (query) => query.where('caller_id', '=', callerId ?? ''))
    .execute()
  return rows.map((row) => recordOf(row, row.db_now))
}

/**
 * When the broadcaster last rang the caller, or their last connected call began, in milliseconds of the
 * database's clock; null: never.
 */
export const answeredAt = async (
  db: Db | Tx,
  { callerId, broadcasterId }: { callerId: string; broadcasterId: string },
): Promise<number | null> => {
  const row = await db
    .selectFrom('call')
    .select('requested_at')
    .where('caller_id', '=', callerId)
    .where('broadcaster_id', '=', broadcasterId)
    .where('origin', '<>', 'sideWatch')
    .where((where) =>
      where.or([where('dialler_id', '=', broadcasterId), where('connected_at', 'is not', null)]),
    )
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.requested_at.getTime() ?? null
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** What the broadcaster's side of a call shows, and the caller's doesn't. */
const broadcasterFacts = async (
  db: Db,
  record: CallRecord,
): Promise<Pick<CallSnapshot, 'earnedPointsPerMin' | 'earlierCalls'>> => {
  const { broadcasterId, callerId, ratePointsPerMin, state } = record
  const [earlierCalls = 0] = await earlierCallCounts(db, broadcasterId, [
    { callerId, beforeMs: state.requestedAt },
  ])
  return { earnedPointsPerMin: earnedShare(ratePointsPerMin, broadcasterSharePercent), earlierCalls }
}

/** Before the room is open nobody knows which lines it takes. */
const lineOf = ({ state }: CallRecord, role: CallRole): Pick<CallSnapshot, 'linePageId'> => {
  const pageId = state.phase === 'connecting' || state.phase === 'inCall' ? state.lines[role] : null
  return pageId === null ? {} : { linePageId: pageId }
}

/** One side's view of a call. */
export const snapshotOf = async (
  context: Context,
  record: CallRecord,
  role: CallRole,
): Promise<CallSnapshot> => {
  const partnerId = partnerIdOf(record, role)
  const [partners, reading, own] = await Promise.all([
    membersByIds(context.db, [partnerId]),
    readingOf(context, record),
    role === 'broadcaster'
      ? broadcasterFacts(context.db, record)
      : { earnedPointsPerMin: null, earlierCalls: null },
  ])
  const partner = partners.get(partnerId)
  return {
    callId: record.id,
    kind: record.kind,
    origin: record.origin,
    phase: record.state.phase as CallPhase,
    role,
    dialled: record.state.dialler === role,
    ...(record.liveRoomId === null ? {} : { liveRoomId: record.liveRoomId }),
    ...lineOf(record, role),
    partner: { id: partnerId, name: partner?.name ?? '', avatarId: partner?.avatarId ?? null },
    ratePointsPerMin: role === 'caller' ? record.ratePointsPerMin : null,
    ...own,
    requestedAt: new Date(record.state.requestedAt).toISOString(),
    connectedAt: iso(record.connectedAt),
    endedAt: iso(record.endedAt),
    endReason: seenEndReason(record.state.end?.reason ?? null, {
      role,
      dialled: record.state.dialler === role,
      isConnected: record.connectedAt !== null,
    }),
    callDurationSec: wholeSeconds(reading.connectedMs),
    reconnecting: reconnectingSide(record.state),
    charged: role === 'caller' ? expectedPoints(record, reading) : null,
    live: await callInProgressOf(context, record, role, reading),
  }
}

/** The member's own call with its view; null for anybody else. */
export const snapshotFor = async (
  context: Context,
  callId: string,
  memberId: string,
): Promise<{ record: CallRecord; role: CallRole; snapshot: CallSnapshot } | null> => {
  const record = await findCall(context.db, callId)
  const role = record && roleIn(record, memberId)
  return role ? { record, role, snapshot: await snapshotOf(context, record, role) } : null
}
