import { type Selectable, sql } from 'kysely'
import type { CallKind, CallOrigin, CallPhase, CallRole, EndReason } from '#contract/calls/calls.ts'
import type { SideSending } from '#contract/calls/in-call.ts'
import { type CallState, nextDeadline } from '#domain/calls/transition.ts'
import { mayHaveMissedEnd } from '#domain/calls/unseen-end.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** The row of a call with its machine's state. Instants are milliseconds of the database's clock. */
export interface CallRecord {
  id: string
  kind: CallKind
  origin: CallOrigin
  /** The live room that is watched, or over which the live call runs; null for every other call. */
  liveRoomId: string | null
  /** The free look that a visit of a live room begins with. */
  freeLookMs: number
  /** The visit is a free look only: it has no meter, and ends by itself. */
  isFreeLook: boolean
  /** The most that a visit may cost, in points, as it began; null: no limit. */
  spendCap: number | null
  callerId: string
  broadcasterId: string
  /** Of the kind that was dialled. */
  ratePointsPerMin: number
  /** Per minute without and with the broadcaster's picture; video null: not fixed, as the call never had one. */
  rates: { voice: number; video: number | null }
  /** As each side's page signalled last. */
  sending: Record<CallRole, SideSending | null>
  kindChanges: number
  state: CallState
  connectedAt: number | null
  endedAt: number | null
  /** Last reported readings of the media process. */
  connectedMs: number
  chargedMs: number
  callerLostMs: number
  broadcasterLostMs: number
  unprovenMs: number
  mediaBytes: number
  /** The node that has its media room; null before there is one. */
  nodeId: string | null
  /** The database's clock when the row was read. */
  now: number
}

/**
 * A call around one event: the locked row that decided, and the row as it was saved; the same object if
 * nothing changed.
 */
export interface Applied {
  before: CallRecord
  after: CallRecord
}

type Row = Selectable<Tables['call']>

const ms = (date: Date | null): number | null => date?.getTime() ?? null

const stateOf = (row: Row): CallState => ({
  phase: row.phase as CallPhase,
  dialler: row.dialler_id === row.caller_id ? 'caller' : 'broadcaster',
  isInLiveRoom: row.live_room_id !== null,
  requestedAt: row.requested_at.getTime(),
  rungAt: row.rung_at.getTime(),
  diallerSeenAt: row.dialler_seen_at.getTime(),
  acceptedAt: ms(row.accepted_at),
  awaySince: { caller: ms(row.caller_away_since), broadcaster: ms(row.broadcaster_away_since) },
  serverAwaySince: ms(row.server_away_since),
  end: row.end_reason
    ? { reason: row.end_reason as EndReason, lostSide: row.lost_side as CallRole | 'server' | null }
    : null,
  lines: { caller: row.caller_line, broadcaster: row.broadcaster_line },
  carrying: {
    kind: (row.current_kind ?? row.kind) as CallKind,
    videoRequest:
      row.kind_asked_by && row.kind_asked_at && row.kind_asked_rate
        ? {
            by: row.kind_asked_by as CallRole,
            at: row.kind_asked_at.getTime(),
            ratePointsPerMin: row.kind_asked_rate,
          }
        : null,
  },
})

const sendingOf = (microphone: boolean | null, camera: boolean | null): SideSending | null =>
  microphone === null || camera === null ? null : { microphone, camera }

export const recordOf = (row: Row, now: Date): CallRecord => ({
  id: row.id,
  kind: row.kind as CallKind,
  origin: row.origin as CallOrigin,
  liveRoomId: row.live_room_id,
  freeLookMs: row.free_look_ms,
  isFreeLook: row.is_free_look,
  spendCap: row.spend_cap,
  callerId: row.caller_id,
  broadcasterId: row.broadcaster_id,
  ratePointsPerMin: row.rate_points_per_min,
  rates: {
    voice: row.voice_rate_points_per_min ?? row.rate_points_per_min,
    video: row.video_rate_points_per_min ?? (row.kind === 'video' ? row.rate_points_per_min : null),
  },
  sending: {
    caller: sendingOf(row.caller_microphone, row.caller_camera),
    broadcaster: sendingOf(row.broadcaster_microphone, row.broadcaster_camera),
  },
  kindChanges: row.kind_changes,
  state: stateOf(row),
  connectedAt: ms(row.connected_at),
  endedAt: ms(row.ended_at),
  connectedMs: row.connected_ms,
  chargedMs: row.charged_ms,
  callerLostMs: row.caller_lost_ms,
  broadcasterLostMs: row.broadcaster_lost_ms,
  unprovenMs: row.unproven_ms,
  mediaBytes: row.media_bytes,
  nodeId: row.node_id,
  now: now.getTime(),
})

/** The call, or null. */
export const findCall = async (db: Db | Tx, callId: string): Promise<CallRecord | null> => {
  const row = await db
    .selectFrom('call')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('db_now'))
    .where('id', '=', callId)
    .executeTakeFirst()
  return row ? recordOf(row, row.db_now) : null
}

/**
 * The call with its row locked until the transaction ends, or null. Rows that refer to it may be added meanwhile: a
 * payment in a live room has locked the meter, and its entry in the flow may not wait for the call.
 */
export const lockCall = async (tx: Tx, callId: string): Promise<CallRecord | null> => {
  const row = await tx
    .selectFrom('call')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('db_now'))
    .where('id', '=', callId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? recordOf(row, row.db_now) : null
}

const at = (value: number | null): Date | null => (value === null ? null : new Date(value))

const unseenBy = ({ connectedAt, origin }: CallRecord, endReason: EndReason) => {
  const call = { isConnected: connectedAt !== null, endReason }
  return {
    caller_end_unseen: mayHaveMissedEnd('caller', call),
    // A broadcaster has no screen for a single watcher.
    broadcaster_end_unseen: origin !== 'sideWatch' && mayHaveMissedEnd('broadcaster', call),
  }
}

const carryingColumns = (record: CallRecord, { carrying, end }: CallState) => {
  const request = end ? null : carrying.videoRequest
  const isOther = carrying.kind !== record.state.carrying.kind
  return {
    current_kind: carrying.kind === record.kind ? null : carrying.kind,
    kind_asked_by: request?.by ?? null,
    kind_asked_at: at(request?.at ?? null),
    kind_asked_rate: request?.ratePointsPerMin ?? null,
    ...(isOther ? { kind_changes: record.kindChanges + 1 } : {}),
  }
}

/** Saves a state with the instant of its next tick, and answers the row as it is then. */
export const saveState = async (tx: Tx, record: CallRecord, state: CallState): Promise<CallRecord> => {
  const isConnected = state.phase === 'inCall' && record.connectedAt === null
  const row = await tx
    .updateTable('call')
    .set({
      phase: state.phase,
      rung_at: new Date(state.rungAt),
      dialler_seen_at: new Date(state.diallerSeenAt),
      accepted_at: at(state.acceptedAt),
      caller_away_since: at(state.awaySince.caller),
      broadcaster_away_since: at(state.awaySince.broadcaster),
      server_away_since: at(state.serverAwaySince),
      deadline_at: at(nextDeadline(state)),
      caller_line: state.end ? null : state.lines.caller,
      broadcaster_line: state.end ? null : state.lines.broadcaster,
      ...carryingColumns(record, state),
      ...(isConnected ? { connected_at: new Date(record.now) } : {}),
      ...(state.end
        ? {
            ended_at: new Date(record.now),
            end_reason: state.end.reason,
            lost_side: state.end.lostSide,
            caller_session: null,
            broadcaster_session: null,
            ...unseenBy(record, state.end.reason),
          }
        : {}),
    })
    .where('id', '=', record.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return recordOf(row, new Date(record.now))
}

/** Assigns the call's media room to this node. */
export const claimRoom = async (tx: Tx, callId: string, nodeId: string): Promise<void> => {
  await tx.updateTable('call').set({ node_id: nodeId }).where('id', '=', callId).execute()
}

/** The media room of a call: its own, or the live room in which it has a seat. */
export const mediaRoomOf = (call: CallRecord): string => call.liveRoomId ?? call.id
export const sidesOf = (call: CallRecord): [string, string] => [call.callerId, call.broadcasterId]
export const memberOf = (call: CallRecord, role: CallRole): string =>
  role === 'caller' ? call.callerId : call.broadcasterId
export const partnerIdOf = (call: CallRecord, role: CallRole): string =>
  memberOf(call, role === 'caller' ? 'broadcaster' : 'caller')
/** The member's side of the call; null for anybody else. */
export const roleIn = (call: CallRecord, memberId: string): CallRole | null =>
  memberId === call.callerId ? 'caller' : memberId === call.broadcasterId ? 'broadcaster' : null
export const calleeOf = (call: CallRecord): string =>
  call.state.dialler === 'caller' ? call.broadcasterId : call.callerId
