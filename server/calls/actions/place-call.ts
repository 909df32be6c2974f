import { sql } from 'kysely'
import type { CallKind, CallOrigin, CallRole } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isAnyClosed } from '#server/members/queries.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import type { CallRecord } from '../call-record.ts'
import type { CallSides } from '../decide-call.ts'
import { applyEvent } from './apply-event.ts'

export interface CallToPlace {
  callId: string
  /** The page that dials: it has its place from the beginning, because the ring may be answered at once. */
  pageId?: string | undefined
  kind: CallKind
  origin: CallOrigin
  sides: CallSides
  /** Of a call in a live room. */
  live?: LiveSeat
}

export interface LiveSeat {
  roomId: string
  /** The node that has the room's media. */
  nodeId: string | null
  /** The most that a visit may cost, in points; null: no limit. */
  spendCap: number | null
  /** The visit is a free look only, without a meter. */
  isFreeLook: boolean
}

type RingRefusal = 'insufficientPoints' | 'callNotConnected' | 'callAlreadyInCall'
type SeatRefusal = 'partnerUnavailable' | 'callPartnerBusy' | 'callAlreadyInCall'

/**
 * Claims the seats of both sides and rings. Every call begins here.
 *
 * @param before asked in the transaction that claims the seats; its refusal leaves everything as it was
 * @returns null when there is a call of this id already
 */
export const placeCall = async <Code extends RefusalCode = never>(
  context: Context,
  call: CallToPlace,
  before: (tx: Tx) => Promise<Refusal<Code> | null> = async () => null,
): Promise<CallRecord | null | Refusal<RingRefusal | SeatRefusal | Code>> => {
  const placed = await inTransaction(context.db, async (tx) => (await before(tx)) ?? claimSeats(tx, call))
  if (placed && 'refused' in placed) return placed
  return placed && ringPlaced(context, call.callId, call.sides.dialler)
}

/**
 * The first ring. When the caller dials, it holds the first minute; without one increment the call ends as
 * pointless.
 */
export const ringPlaced = async (
  context: Context,
  callId: string,
  dialler: CallRole,
): Promise<CallRecord | Refusal<RingRefusal>> => {
  const rung = await applyEvent(context, callId, { type: 'rang' })
  if ('refused' in rung) {
    const isBroke = rung.refused === 'insufficientPoints'
    await applyEvent(context, callId, isBroke ? { type: 'fundsExhausted' } : { type: 'failed' })
    return refuse(
      isBroke ? 'insufficientPoints' : dialler === 'broadcaster' ? 'callNotConnected' : 'callAlreadyInCall',
    )
  }
  return rung.after
}

/**
 * The call's row and both seats, or nothing. A block that was set meanwhile counts. Seats are claimed in one
 * order, so crossing calls don't deadlock.
 */
const claimSeats = async (
  tx: Tx,
  call: CallToPlace,
): Promise<{ isPlaced: true } | null | Refusal<SeatRefusal>> => {
  const { callerId, broadcasterId } = call.sides
  await lockPair(tx, callerId, broadcasterId)
  if (await isBlockedPair(tx, callerId, broadcasterId)) return refuse('partnerUnavailable')
  if (!(await insertCall(tx, call, 'requested'))) return null
  const seated: string[] = []
  for (const memberId of [callerId, broadcasterId].sort()) {
    const seat = await tx
      .insertInto('call_seat')
      .values({ member_id: memberId, call_id: call.callId })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .returning('member_id')
      .executeTakeFirst()
    if (seat) seated.push(seat.member_id)
  }
  // A member who deactivates the account at this moment waited for these rows, or they waited for that
  // member.
  if (await isAnyClosed(tx, [callerId, broadcasterId])) return refuse('partnerUnavailable')
  if (!seated.includes(diallerOf(call.sides))) return refuse('callAlreadyInCall')
  return seated.length === 2 ? { isPlaced: true } : refuse('callPartnerBusy')
}

const diallerOf = ({ dialler, callerId, broadcasterId }: CallSides): string =>
  dialler === 'caller' ? callerId : broadcasterId

/** False when a call of this id is there already, or, over a live room, another live call of it or of this caller. */
export const insertCall = async (
  tx: Tx | Context['db'],
  { callId, pageId, kind, origin, sides, live }: CallToPlace,
  phase: 'requested' | 'ended',
): Promise<boolean> => {
  const inserted = await tx
    .insertInto('call')
    .values({
      id: callId,
      kind,
      origin: sides.dialler === 'caller' && kind === 'video' ? origin : 'direct',
      caller_id: sides.callerId,
      broadcaster_id: sides.broadcasterId,
      dialler_id: diallerOf(sides),
      rate_points_per_min: sides.ratePointsPerMin,
      voice_rate_points_per_min: sides.voiceRatePointsPerMin,
      phase,
      [sides.dialler === 'caller' ? 'caller_line' : 'broadcaster_line']:
        phase === 'requested' ? (pageId ?? null) : null,
      ...(live
        ? {
            live_room_id: live.roomId,
            node_id: live.nodeId,
            spend_cap: live.spendCap,
            is_free_look: live.isFreeLook,
          }
        : {}),
      ...(phase === 'ended' ? { ended_at: sql<Date>`now()`, end_reason: 'busy' } : {}),
      // A process that dies between the row and its first ring leaves a deadline for the sweep.
      ...(phase === 'requested' ? { deadline_at: sql<Date>`now() + interval '5 seconds'` } : {}),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A busy partner gets a row, so that the partner sees who called. */
export const recordBusy = async (context: Context, call: CallToPlace): Promise<void> => {
  await insertCall(context.db, call, 'ended')
}
