import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isAnyClosed } from '#server/members/queries.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { type CallRecord, findCall } from '../call-record.ts'
import { type ApplyRefusal, applyEvent } from './apply-event.ts'
import { type CallToPlace, insertCall, type LiveSeat } from './place-call.ts'

type CallInLiveRoom = CallToPlace & { live: LiveSeat }

/**
 * From here on until the transaction ends, the room can't end, go to another node or put anybody out, so each of these finds
 * the call. The bar is read by a statement of its own: the one that waits for the room's lock doesn't see what was committed
 * meanwhile.
 *
 * @returns the call with the node that has the room now
 */
const lockRoomFor = async (
  tx: Tx,
  call: CallInLiveRoom,
): Promise<CallInLiveRoom | Refusal<'partnerUnavailable' | 'liveOver' | 'liveKicked'>> => {
  const { callerId, broadcasterId } = call.sides
  const { roomId } = call.live
  await lockPair(tx, callerId, broadcasterId)
  if (await isBlockedPair(tx, callerId, broadcasterId)) return refuse('partnerUnavailable')
  const { rows } = await sql<{ isRunning: boolean; nodeId: string | null }>`
    select l.is_running as "isRunning", l.media_node as "nodeId"
    from lock_running_live_room(${roomId}::uuid) l`.execute(tx)
  const [room] = rows
  if (!room?.isRunning) return refuse('liveOver')
  const { rows: bars } = await sql`
    select from live_barred b where b.room_id = ${roomId} and b.member_id = ${callerId}`.execute(tx)
  return bars.length > 0 ? refuse('liveKicked') : { ...call, live: { ...call.live, nodeId: room.nodeId } }
}

const claimSeat = async (tx: Tx, { callId, sides }: CallInLiveRoom): Promise<boolean> => {
  const seat = await tx
    .insertInto('call_seat')
    .values({ member_id: sides.callerId, call_id: callId })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst()
  return seat !== undefined
}

/** Who watches this room keeps that seat while the live call rings. */
const watchesRoom = async (tx: Tx, { sides, live }: CallInLiveRoom): Promise<boolean> => {
  const seat = await tx
    .selectFrom('call_seat')
    .innerJoin('call', 'call.id', 'call_seat.call_id')
    .select('call.id')
    .where('call_seat.member_id', '=', sides.callerId)
    .where('call.live_room_id', '=', live.roomId)
    .where('call.origin', '=', 'sideWatch')
    .forUpdate('call_seat')
    .executeTakeFirst()
  return seat !== undefined
}

type Placed<Code extends RefusalCode> = { isPlaced: true } | null | Refusal<Code>

/**
 * The row of a ring for the live call, and the caller's seat unless the caller watches the room. The broadcaster sits in
 * the room already. Null when there is a call of this id.
 */
export const placeLiveRing = async (
  context: Context,
  call: CallInLiveRoom,
): Promise<
  Placed<'partnerUnavailable' | 'liveOver' | 'liveKicked' | 'callPartnerBusy' | 'callAlreadyInCall'>
> =>
  inTransaction(context.db, async (tx) => {
    const located = await lockRoomFor(tx, call)
    if ('refused' in located) return located
    if (!(await insertCall(tx, located, 'requested'))) {
      if (await findCall(tx, call.callId)) return null
      return refuse((await isRoomTaken(tx, call.live.roomId)) ? 'callPartnerBusy' : 'callAlreadyInCall')
    }
    if (!(await claimSeat(tx, call)) && !(await watchesRoom(tx, call))) return refuse('callAlreadyInCall')
    if (await isAnyClosed(tx, [call.sides.callerId])) return refuse('partnerUnavailable')
    return { isPlaced: true }
  })

const isRoomTaken = async (tx: Tx, liveRoomId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('call')
    .select('id')
    .where('live_room_id', '=', liveRoomId)
    .where('origin', '=', 'live')
    .where('phase', '<>', 'ended')
    .executeTakeFirst()
  return row !== undefined
}

type VisitRefusal =
  | 'partnerUnavailable'
  | 'liveOver'
  | 'liveKicked'
  | 'callAlreadyInCall'
  | 'insufficientPoints'
  | 'mediaUnavailable'

/**
 * A watcher enters a live room: a call that rings nobody.
 *
 * @param freeLookOf asked in the transaction, with the seat taken: how long the free look is, or why nothing begins
 * @returns null when there is a call of this id already
 */
export const placeVisit = async <Code extends RefusalCode>(
  context: Context,
  call: CallInLiveRoom,
  freeLookOf: (tx: Tx) => Promise<Refusal<Code> | { freeLookMs: number }>,
): Promise<CallRecord | null | Refusal<VisitRefusal | Code>> => {
  const placed = await inTransaction<Placed<VisitRefusal | Code>>(context.db, async (tx) => {
    const located = await lockRoomFor(tx, call)
    if ('refused' in located) return located
    if (!(await insertCall(tx, located, 'requested'))) return null
    if (!(await claimSeat(tx, call))) return refuse('callAlreadyInCall')
    const look = await freeLookOf(tx)
    if ('refused' in look) return look
    await tx
      .updateTable('call')
      .set({ free_look_ms: look.freeLookMs })
      .where('id', '=', call.callId)
      .execute()
    if (await isAnyClosed(tx, [call.sides.callerId])) return refuse('partnerUnavailable')
    return { isPlaced: true }
  })
  if (placed === null || 'refused' in placed) return placed
  return enterPlaced(context, call.callId, !call.live.isFreeLook)
}

/** Holds the first minute and opens the seat; without one increment the visit ends as pointless. */
export const enterPlaced = async (
  context: Context,
  callId: string,
  isPaid: boolean,
): Promise<CallRecord | Refusal<VisitRefusal>> => {
  const entered = await applyEvent(context, callId, { type: 'enter', isPaid })
  if (!('refused' in entered)) return entered.after
  if (entered.refused === 'callNotRinging') {
    // Another request of the same id was faster: its visit is this one's.
    const faster = await findCall(context.db, callId)
    return faster && faster.endedAt === null ? faster : refuse('liveOver')
  }
  if (entered.refused !== 'mediaUnavailable')
    await applyEvent(context, callId, {
      type: entered.refused === 'insufficientPoints' ? 'fundsExhausted' : 'failed',
    })
  return refuse(visitRefusals[entered.refused])
}

const visitRefusals: Record<ApplyRefusal, VisitRefusal> = {
  insufficientPoints: 'insufficientPoints',
  mediaUnavailable: 'mediaUnavailable',
  callAlreadyInCall: 'callAlreadyInCall',
  callNotRinging: 'liveOver',
  callGone: 'liveOver',
  notFound: 'liveOver',
  forbidden: 'liveOver',
  callWrongKind: 'liveOver',
  callKindRefused: 'liveOver',
  callRateChanged: 'liveOver',
  callNotAsked: 'liveOver',
}
