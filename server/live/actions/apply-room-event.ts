import { type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  endOfCallsIn,
  mayEndRoom,
  type RoomEffect,
  type RoomEvent,
  type RoomState,
  roomTransition,
} from '#domain/live/room.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { freeBroadcasterSeat } from '#server/calls/actions/broadcaster-seat.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { releaseOrders } from '../flow/actions/settle-orders.ts'
import { pushLiveBegun } from '../push-live-begun.ts'
import { claimLiveRoom, findRoom, lockRoom, type RoomRecord, saveRoom } from '../room-record.ts'

interface Stepped {
  before: RoomRecord
  after: RoomRecord
  effects: readonly RoomEffect[]
}

/** Calls that end with their room at the same time; each is a transaction of its own. */
const endsAtOnce = 8

/**
 * Every event of a live room goes through here, in one transaction: lock the row, decide once, carry out the effects,
 * save, publish. An end looks before that: the media clock of every watcher stops before anything waits for a lock.
 */
export const applyRoomEvent = async (
  context: Context,
  roomId: string,
  event: RoomEvent,
): Promise<RoomRecord | Refusal<'notFound'>> => {
  if (mayEndRoom(event)) {
    const seen = await findRoom(context.db, roomId)
    if (!seen) return refuse('notFound')
    const decided = roomTransition(seen.state, event, seen.now)
    if (decided.effects.includes('end')) return endRoom(context, seen, decided.state)
  }
  const stepped = await inTransaction<Stepped | null>(context.db, async (tx) => {
    const before = await lockRoom(tx, roomId)
    if (!before) return null
    const { state, effects } = roomTransition(before.state, event, before.now)
    // The room's state has changed since the look: its end comes with the next tick.
    if (effects.includes('end')) return { before, after: before, effects: [] }
    return saveStep(context, tx, before, state, effects)
  })
  if (!stepped) return refuse('notFound')
  return committed(context, stepped)
}

/** Ends a room. One that has ended meanwhile keeps its own end. */
const endRoom = async (context: Context, seen: RoomRecord, state: RoomState): Promise<RoomRecord> => {
  await closeMedia(context, seen.id)
  const stepped = await inTransaction<Stepped>(context.db, async (tx) => {
    const before = await lockRoom(tx, seen.id)
    if (!before) throw new Error(`live room ${seen.id} vanished`)
    if (before.state.endReason !== null) return { before, after: before, effects: [] }
    // The media is closed by now, so the end stands even when the broadcaster came back since the look.
    return saveStep(context, tx, before, { ...before.state, endReason: state.endReason }, ['end'])
  })
  await settleEnded(context, stepped.after)
  return stepped.after
}

/** What an ended room leaves to do: its calls, then what waits in its queue. The sweep does what fails here. */
const settleEnded = async (context: Context, room: RoomRecord): Promise<void> => {
  await endCallsIn(context, room)
  await releaseOrders(context, { roomId: room.id })
}

/**
 * Ends a room for its broadcaster, who reads the note with the room's summary, in a transaction that has locked nothing
 * yet: the media closes first, as for every end.
 *
 * @returns what is to be done after the commit
 */
export const endByOperator = async (
  context: Context,
  tx: Tx,
  { roomId, note }: { roomId: string; note: string },
): Promise<{ room: RoomRecord; settle: () => Promise<void> } | Refusal<'notFound' | 'liveOver'>> => {
  const seen = await findRoom(tx, roomId)
  if (!seen) return refuse('notFound')
  if (seen.endedAt !== null) return refuse('liveOver')
  await closeMedia(context, roomId)
  const before = await lockRoom(tx, roomId)
  if (before?.endedAt !== null) return refuse('liveOver')
  await tx.updateTable('live_room').set({ operator_note: note }).where('id', '=', roomId).execute()
  const { state, effects } = roomTransition(before.state, { type: 'endedByOperator' }, before.now)
  const { after } = await saveStep(context, tx, before, state, effects)
  return { room: after, settle: () => settleEnded(context, after) }
}

const saveStep = async (
  context: Context,
  tx: Tx,
  before: RoomRecord,
  state: RoomState,
  effects: readonly RoomEffect[],
): Promise<Stepped> => {
  if (state === before.state && effects.length === 0) return { before, after: before, effects }
  for (const effect of effects) await carryOut(context, tx, before, effect)
  const after = await saveRoom(tx, before, state)
  await context.events.publish(tx, {
    type: 'live:changed',
    roomId: before.id,
    broadcasterId: before.broadcasterId,
  })
  return { before, after, effects }
}

const carryOut = async (context: Context, tx: Tx, room: RoomRecord, effect: RoomEffect): Promise<void> => {
  const memberId = room.broadcasterId
  switch (effect) {
    case 'begin':
      await context.events.publish(tx, { type: 'presence:changed', memberId })
      return
    // The room itself is opened after the commit.
    case 'openRoom':
      await claimLiveRoom(tx, room.id, context.nodes.id)
      return
    case 'warnOfLimit':
      await context.events.publish(tx, {
        type: 'live:limit-near',
        roomId: room.id,
        broadcasterId: memberId,
        endsAt: room.state.endsAt,
      })
      return
    case 'end':
      await freeBroadcasterSeat(tx, room.id)
      await context.events.publish(tx, { type: 'presence:changed', memberId })
      return
    default: {
      const unknown: never = effect
      throw new Error(`effect ${unknown} of live room ${room.id}`)
    }
  }
}

/** What waits for the commit. */
const committed = async (context: Context, { after, effects }: Stepped): Promise<RoomRecord> => {
  if (effects.includes('begin')) pushLiveBegun(context, after.broadcasterId)
  if (!effects.includes('openRoom')) return after
  if (!(await openLiveMedia(context, after))) return after
  // The broadcaster's page would notice the loss by silence alone.
  await context.events.publish(context.db, {
    type: 'media:reopened',
    id: after.id,
    memberIds: [after.broadcasterId],
  })
  const opened = await applyRoomEvent(context, after.id, { type: 'opened' })
  return 'refused' in opened ? after : opened
}

/** False when the media server refuses. A running room waits out its time for the next try. */
export const openLiveMedia = async (context: Context, room: RoomRecord): Promise<boolean> => {
  try {
    await context.media.openRoom({ roomId: room.id, kind: 'video', broadcasterId: room.broadcasterId })
    return true
  } catch (error) {
    context.log.error('live-room-not-opened', { roomId: room.id, error })
    return false
  }
}

const closeMedia = async (context: Context, roomId: string): Promise<void> => {
  await context.media
    .closeRoom(roomId)
    .catch((error: unknown) => context.log.error('live-room-not-closed', { roomId, error }))
}

/** Settles every visit and the live call of a room that has ended. A call that fails is ended by the sweep. */
export const endCallsIn = async (context: Context, room: RoomRecord): Promise<void> => {
  if (room.state.endReason === null) return
  const end = endOfCallsIn(room.state.endReason)
  const calls = await openCallsInLiveRoom(context.db, room.id)
  for (let from = 0; from < calls.length; from += endsAtOnce) {
    await Promise.all(
      calls
        .slice(from, from + endsAtOnce)
        .map((call) =>
          applyEvent(context, call, { type: 'liveRoomOver', end }).catch((error: unknown) =>
            context.log.error('call-of-live-room-not-ended', { callId: call.id, error }),
          ),
        ),
    )
  }
}
