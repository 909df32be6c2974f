import { sql } from 'kysely'
import { defaultRates } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { voiceRateOf } from '#domain/calls/voice-rate.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { pointOf } from '#server/points/queries.ts'
import { type CallRecord, findCall, roleIn } from '../call-record.ts'
import { decideCall } from '../decide-call.ts'
import { applyEvent } from './apply-event.ts'
import { placeLiveRing } from './place-in-live-room.ts'
import type { RequestRefusal } from './send-call-request.ts'

interface LiveRequest {
  callId: string
  partnerId: string
  expectedRatePointsPerMin?: number | undefined
}

interface RunningRoom {
  roomId: string
  callRate: number | null
  nodeId: string | null
}

const runningRoomOf = async (db: Db, broadcasterId: string): Promise<RunningRoom | null> => {
  const { rows } = await sql<RunningRoom>`
    select room_id as "roomId", call_points_per_min as "callRate", node_id as "nodeId"
    from live_now where member_id = ${broadcasterId}`.execute(db)
  return rows[0] ?? null
}

/**
 * A caller rings a broadcaster who is live, for the live call over that room. It rings while the caller watches; the
 * minute is held when it is accepted, because the visit has its own until then. The id is client-made: the same request
 * again answers the same ring.
 */
export const sendLiveRequest = async (
  context: Context,
  viewer: Viewer,
  { callId, partnerId, expectedRatePointsPerMin }: LiveRequest,
): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const { db } = context
  const earlier = await findCall(db, callId)
  if (earlier) return repeated(context, earlier, viewer.memberId, partnerId)
  if (viewer.role === 'broadcaster') return refuse('callKindRefused')
  const room = await runningRoomOf(db, partnerId)
  const sides = await decideCall(context, {
    diallerId: viewer.memberId,
    partnerId,
    kind: 'video',
    expectedRatePointsPerMin: expectedRatePointsPerMin ?? null,
    ...(room ? { liveRate: { ratePointsPerMin: room.callRate } } : {}),
  })
  if ('refused' in sides) return sides
  if (!room) return refuse('callPartnerOffline')
  if ((await pointOf(db, viewer.memberId)) < incrementPoints(sides.ratePointsPerMin))
    return refuse('insufficientPoints')
  const terms = await callingTerms(db, partnerId, context.now())
  const voiceRatePointsPerMin = voiceRateOf(
    'video',
    sides.ratePointsPerMin,
    terms?.rates.voice ?? defaultRates.voice,
  )
  const placed = await placeLiveRing(context, {
    callId,
    kind: 'video',
    origin: 'live',
    sides: { ...sides, voiceRatePointsPerMin },
    live: { roomId: room.roomId, nodeId: room.nodeId, spendCap: null, isFreeLook: false },
  })
  if (placed && 'refused' in placed) return refuse(ringRefusalOf(placed.refused))
  if (!placed) {
    const faster = await findCall(db, callId)
    return faster ? repeated(context, faster, viewer.memberId, partnerId) : refuse('idempotencyMismatch')
  }
  return ring(context, callId)
}

type PlaceRefusal = Extract<Awaited<ReturnType<typeof placeLiveRing>>, { refused: unknown }>['refused']

const ringRefusalOf = (refused: PlaceRefusal): RequestRefusal => {
  if (refused === 'liveOver') return 'callPartnerOffline'
  return refused === 'liveKicked' ? 'callNotConnected' : refused
}

const ring = async (context: Context, callId: string): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const rung = await applyEvent(context, callId, { type: 'rang' })
  return 'refused' in rung ? refuse('callNotConnected') : rung.after
}

const repeated = async (
  context: Context,
  earlier: CallRecord,
  memberId: string,
  partnerId: string,
): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const isSame =
    earlier.origin === 'live' && roleIn(earlier, memberId) === 'caller' && earlier.broadcasterId === partnerId
  if (!isSame) return refuse('idempotencyMismatch')
  return earlier.state.phase === 'requested' ? ring(context, earlier.id) : earlier
}
