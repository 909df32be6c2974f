import { defaultRates } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { requestDecision } from '#domain/calls/request.ts'
import { unprovenMsLeft } from '#domain/calls/unproven.ts'
import { voiceRateOf } from '#domain/calls/voice-rate.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { enterPlaced, placeVisit } from '#server/calls/actions/place-in-live-room.ts'
import { unprovenToday } from '#server/calls/billing/unproven-today.ts'
import { type CallRecord, findCall } from '#server/calls/call-record.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { isConsentDue } from '#server/legal/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { hasLooked } from '../free-look.ts'
import { isVisible } from '../queries.ts'
import { findRoom, type RoomRecord } from '../room-record.ts'
import { liveSettings } from '../settings.ts'
import { recordWatchers } from './record-watchers.ts'

export interface VisitToBegin {
  callId: string
  roomId: string
  expectedRatePointsPerMin: number
  spendCap: number | null
  isFreeLook: boolean
}

export type EnterRefusal =
  | 'notFound'
  | 'liveOver'
  | 'liveKicked'
  | 'liveFreeLookUsed'
  | 'callSelf'
  | 'underAge'
  | 'consentDue'
  | 'callRateChanged'
  | 'callAlreadyInCall'
  | 'callReceptionUnproven'
  | 'insufficientPoints'
  | 'partnerUnavailable'
  | 'idempotencyMismatch'
  | 'mediaUnavailable'

export interface Entered {
  call: CallRecord
  room: RoomRecord
}

/**
 * Begins to watch a room: a call of its own, with a meter of its own, that rings nobody. The first minute is held, but
 * for a free look, which ends by itself. The id is client-made: the same request again answers the same visit.
 */
export const enterLive = async (
  context: Context,
  viewer: Pick<Viewer, 'memberId' | 'role'>,
  visit: VisitToBegin,
): Promise<Entered | Refusal<EnterRefusal>> => {
  const { db } = context
  const [earlier, room] = await Promise.all([findCall(db, visit.callId), findRoom(db, visit.roomId)])
  if (!room || !(await isVisible(db, room, viewer))) return refuse('notFound')
  if (earlier) return repeated(context, { call: earlier, room }, viewer.memberId, visit)
  if (room.endedAt !== null) return refuse('liveOver')
  const rates = await decideVisit(context, room, viewer, visit.expectedRatePointsPerMin)
  if ('refused' in rates) return rates
  await endFreeLook(context, room.id, viewer.memberId)
  const sides = { callerId: viewer.memberId, broadcasterId: room.broadcasterId, dialler: 'caller' } as const
  const { spendCap, isFreeLook } = visit
  const live = { roomId: room.id, nodeId: room.nodeId, spendCap, isFreeLook }
  const entered = await placeVisit(
    context,
    { callId: visit.callId, kind: 'video', origin: 'sideWatch', sides: { ...sides, ...rates }, live },
    (tx) => freeLookOf(context, tx, { room, memberId: viewer.memberId, isOnly: isFreeLook }),
  )
  if (!entered) {
    const faster = await findCall(db, visit.callId)
    return faster
      ? repeated(context, { call: faster, room }, viewer.memberId, visit)
      : refuse('idempotencyMismatch')
  }
  if ('refused' in entered) return entered
  await recordWatchers(context, room.id)
  return { call: entered, room }
}

interface VisitRates {
  ratePointsPerMin: number
  voiceRatePointsPerMin: number
}

/** The rules of a ring, at the room's price; of its limits those of rings don't matter here. */
const decideVisit = async (
  context: Context,
  room: RoomRecord,
  { memberId }: Pick<Viewer, 'memberId'>,
  expectedRatePointsPerMin: number,
): Promise<VisitRates | Refusal<EnterRefusal>> => {
  const { db, now } = context
  const sides = { callerId: memberId, broadcasterId: room.broadcasterId }
  const [own, partner, isBlocked, isUnagreed, unproven] = await Promise.all([
    callingTerms(db, memberId, now()),
    callingTerms(db, room.broadcasterId, now()),
    isBlockedPair(db, memberId, room.broadcasterId),
    isConsentDue(db, memberId),
    unprovenToday(db, sides),
  ])
  if (!own || !partner) return refuse('partnerUnavailable')
  const decided = requestDecision({
    own,
    partner: { ...partner, rates: { ...partner.rates, video: room.rates.watch }, state: 'live' },
    isBlocked,
    kind: 'video',
    expectedRatePointsPerMin,
    unanswered: 0,
    unansweredMax: 1,
    unprovenMsLeft: unprovenMsLeft(unproven),
    isConsentDue: isUnagreed,
    isOverStrangersShare: false,
  })
  if (!('refused' in decided)) {
    const voice = partner.rates.voice ?? defaultRates.voice
    return {
      ratePointsPerMin: room.rates.watch,
      voiceRatePointsPerMin: voiceRateOf('video', room.rates.watch, voice),
    }
  }
  switch (decided.refused) {
    case 'callSelf':
    case 'underAge':
    case 'consentDue':
    case 'callRateChanged':
    case 'callReceptionUnproven':
      return refuse(decided.refused)
    default:
      return refuse('partnerUnavailable')
  }
}

/** The free look that the visit begins with. Only-a-look is refused once it was used. */
const freeLookOf = async (
  context: Context,
  tx: Tx,
  { room, memberId, isOnly }: { room: RoomRecord; memberId: string; isOnly: boolean },
): Promise<{ freeLookMs: number } | Refusal<'liveFreeLookUsed'>> => {
  const { freeLookMs } = await liveSettings(tx)
  const isUsed = freeLookMs === 0 || (await hasLooked(tx, { roomId: room.id, memberId, now: context.now() }))
  if (isUsed) return isOnly ? refuse('liveFreeLookUsed') : { freeLookMs: 0 }
  return { freeLookMs }
}

/** A look that still runs ends when the same member pays to watch on. */
const endFreeLook = async (context: Context, roomId: string, memberId: string): Promise<void> => {
  for (const call of await openCallsInLiveRoom(context.db, roomId, memberId)) {
    if (call.origin === 'sideWatch' && call.isFreeLook)
      await applyEvent(context, call, { type: 'hangUp', by: 'caller' })
  }
}

const repeated = async (
  context: Context,
  { call, room }: Entered,
  memberId: string,
  visit: VisitToBegin,
): Promise<Entered | Refusal<EnterRefusal>> => {
  const isSame =
    call.origin === 'sideWatch' &&
    call.callerId === memberId &&
    call.liveRoomId === visit.roomId &&
    call.isFreeLook === visit.isFreeLook
  if (!isSame) return refuse('idempotencyMismatch')
  if (call.state.phase === 'requested') {
    const entered = await enterPlaced(context, call.id, !call.isFreeLook)
    return 'refused' in entered ? entered : { call: entered, room }
  }
  if (call.connectedAt === null && call.state.end?.reason === 'pointless') return refuse('insufficientPoints')
  return { call, room }
}
