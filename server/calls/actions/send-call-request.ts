import { sql } from 'kysely'
import type { CallKind, CallOrigin, CallRole } from '../../../contract/calls.ts'
import { type Refusal, refuse } from '../../../contract/refusal.ts'
import { requestDecision } from '../../../domain/calls/request.ts'
import { unansweredRingsMax, unansweredRingsWindowMs } from '../../../domain/calls/timing.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type CallingTerms, callingTerms } from '../../people/calling-terms.ts'
import { lockPair } from '../../safety/pair-lock.ts'
import { isBlockedPair } from '../../safety/queries.ts'
import { type CallRecord, findCall, roleIn } from '../call-record.ts'
import { applyEvent } from './apply-event.ts'

export interface CallRequest {
  callId: string
  partnerId: string
  callType: CallKind
  origin: CallOrigin
  /** The price on the caller's button, in points per minute, where it is told. */
  expectedRatePointsPerMin?: number | undefined
}

export type RequestRefusal =
  | 'callSelf'
  | 'underAge'
  | 'callSameRole'
  | 'callKindRefused'
  | 'callRateChanged'
  | 'callPartnerBusy'
  | 'callPartnerOffline'
  | 'callNotConnected'
  | 'callAlreadyInCall'
  | 'callTooManyRings'
  | 'insufficientPoints'
  | 'partnerUnavailable'
  | 'idempotencyMismatch'
  | 'mediaUnavailable'

interface Sides {
  callerId: string
  broadcasterId: string
  dialler: CallRole
  ratePointsPerMin: number
}

/** Rings a partner. The id is client-made; the same request again answers the same call. */
export const sendCallRequest = async (
  context: Context,
  viewer: Viewer,
  request: CallRequest,
): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const [earlier, own, partner, unanswered, isBlocked] = await Promise.all([
    findCall(context.db, request.callId),
    callingTerms(context.db, viewer.memberId, context.now()),
    callingTerms(context.db, request.partnerId, context.now()),
    unansweredRings(context, viewer.memberId, request.partnerId),
    isBlockedPair(context.db, viewer.memberId, request.partnerId),
  ])
  if (earlier) return repeated(context, earlier, viewer, request)
  if (!own || !partner || isBlocked) return refuse('partnerUnavailable')
  const decided = requestDecision({
    own,
    partner,
    kind: request.callType,
    expectedRatePointsPerMin: request.expectedRatePointsPerMin ?? null,
    unanswered,
    unansweredMax: unansweredRingsMax,
  })
  if ('refused' in decided) return decided

  const sides = sidesFor(own, partner, decided)
  const placed = await inTransaction(context.db, (tx) => place(tx, request, sides))
  if ('refused' in placed) {
    if (placed.refused === 'callPartnerBusy') await recordBusy(context, request, sides)
    return forDialler(placed, sides.dialler)
  }
  if (!placed.placed) {
    // The same request was quicker by a moment.
    const quicker = await findCall(context.db, request.callId)
    return quicker ? repeated(context, quicker, viewer, request) : refuse('idempotencyMismatch')
  }
  return ring(context, request.callId, sides.dialler)
}

const sidesFor = (
  own: CallingTerms,
  partner: CallingTerms,
  decided: { dialler: CallRole; ratePointsPerMin: number },
): Sides => ({
  callerId: decided.dialler === 'caller' ? own.memberId : partner.memberId,
  broadcasterId: decided.dialler === 'caller' ? partner.memberId : own.memberId,
  ...decided,
})

/** The first ring: holds his minute when he dials; without one the call ends at once as pointless. */
const ring = async (
  context: Context,
  callId: string,
  dialler: CallRole,
): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const rung = await applyEvent(context, callId, { type: 'rang' })
  if ('refused' in rung) {
    const isBroke = rung.refused === 'insufficientPoints'
    await applyEvent(context, callId, isBroke ? { type: 'fundsExhausted' } : { type: 'failed' })
    return refuse(
      isBroke ? 'insufficientPoints' : dialler === 'broadcaster' ? 'callNotConnected' : 'callAlreadyInCall',
    )
  }
  const record = await findCall(context.db, callId)
  if (!record) throw new Error(`call ${callId} vanished`)
  return record
}

const repeated = async (
  context: Context,
  earlier: CallRecord,
  viewer: Viewer,
  request: CallRequest,
): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const role = roleIn(earlier, viewer.memberId)
  const isSame =
    role === earlier.state.dialler &&
    roleIn(earlier, request.partnerId) !== null &&
    earlier.kind === request.callType
  if (!isSame || request.partnerId === viewer.memberId) return refuse('idempotencyMismatch')
  // The first ring broke off between its seats and its hold.
  if (earlier.state.phase === 'requested') return ring(context, earlier.id, earlier.state.dialler)
  if (earlier.connectedAt === null) {
    if (earlier.state.end?.reason === 'busy')
      return forDialler(refuse('callPartnerBusy'), earlier.state.dialler)
    if (earlier.state.end?.reason === 'pointless')
      return forDialler(refuse('insufficientPoints'), earlier.state.dialler)
  }
  return earlier
}

/** product.md 3: a refusal shows a broadcaster who dials only 'つながりませんでした'. */
const forDialler = (refusal: Refusal<RequestRefusal>, dialler: CallRole): Refusal<RequestRefusal> => {
  const isAboutPartner = refusal.refused === 'callPartnerBusy' || refusal.refused === 'insufficientPoints'
  return dialler === 'broadcaster' && isAboutPartner ? refuse('callNotConnected') : refusal
}

/** The call's row and both seats, or nothing. A block that came meanwhile has its say. Seats are taken in one order, so crossing calls don't deadlock. */
const place = async (
  tx: Tx,
  request: CallRequest,
  sides: Sides,
): Promise<{ placed: boolean } | Refusal<'partnerUnavailable' | 'callPartnerBusy' | 'callAlreadyInCall'>> => {
  await lockPair(tx, sides.callerId, sides.broadcasterId)
  if (await isBlockedPair(tx, sides.callerId, sides.broadcasterId)) return refuse('partnerUnavailable')
  if (!(await insertCall(tx, request, sides, 'requested'))) return { placed: false }
  const members = [sides.callerId, sides.broadcasterId].sort()
  const seated: string[] = []
  for (const memberId of members) {
    const seat = await tx
      .insertInto('call_seat')
      .values({ member_id: memberId, call_id: request.callId })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .returning('member_id')
      .executeTakeFirst()
    if (seat) seated.push(seat.member_id)
  }
  const dialler = sides.dialler === 'caller' ? sides.callerId : sides.broadcasterId
  if (!seated.includes(dialler)) return refuse('callAlreadyInCall')
  return seated.length === 2 ? { placed: true } : refuse('callPartnerBusy')
}

/** False when a call of this id is there already. */
const insertCall = async (
  tx: Tx | Context['db'],
  request: CallRequest,
  sides: Sides,
  phase: 'requested' | 'ended',
): Promise<boolean> => {
  const inserted = await tx
    .insertInto('call')
    .values({
      id: request.callId,
      kind: request.callType,
      origin: sides.dialler === 'caller' && request.callType === 'video' ? request.origin : 'direct',
      caller_id: sides.callerId,
      broadcaster_id: sides.broadcasterId,
      dialler_id: sides.dialler === 'caller' ? sides.callerId : sides.broadcasterId,
      rate_points_per_min: sides.ratePointsPerMin,
      phase,
      ...(phase === 'ended' ? { ended_at: sql<Date>`now()`, end_reason: 'busy' } : {}),
      // A process that dies between the row and its first ring leaves a deadline for the sweep.
      ...(phase === 'requested' ? { deadline_at: sql<Date>`now() + interval '5 seconds'` } : {}),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A busy partner leaves a trace, so that she sees who called. */
const recordBusy = async (context: Context, request: CallRequest, sides: Sides): Promise<void> => {
  await insertCall(context.db, request, sides, 'ended')
}

const unansweredRings = async (context: Context, diallerId: string, partnerId: string): Promise<number> => {
  const { count } = await context.db
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dialler_id', '=', diallerId)
    .where((where) => where.or([where('caller_id', '=', partnerId), where('broadcaster_id', '=', partnerId)]))
    .where('accepted_at', 'is', null)
    .where('end_reason', 'in', ['missed', 'declined', 'cancelled'])
    .where('requested_at', '>', sql<Date>`now() - make_interval(secs => ${unansweredRingsWindowMs / 1000})`)
    .executeTakeFirstOrThrow()
  return count
}
