import type { CallKind, CallOrigin, CallRole } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type CallRecord, findCall, roleIn } from '../call-record.ts'
import { decideCall } from '../decide-call.ts'
import { placeCall, recordBusy, ringPlaced } from './place-call.ts'
import { sendLiveRequest } from './send-live-request.ts'

export interface CallRequest {
  callId: string
  /** Has the dialler's place in the room, with its line. */
  pageId?: string | undefined
  partnerId: string
  callType: CallKind | 'live'
  origin: CallOrigin
  /** The price on the caller's button, in points per minute, if it was sent. */
  expectedRatePointsPerMin?: number | undefined
}

export type RequestRefusal =
  | 'callSelf'
  | 'underAge'
  | 'consentDue'
  | 'callKindRefused'
  | 'callRateChanged'
  | 'callPartnerBusy'
  | 'callPartnerOffline'
  | 'callNotConnected'
  | 'callAlreadyInCall'
  | 'callTooManyRings'
  | 'callReceptionUnproven'
  | 'callTooManyNewcomers'
  | 'insufficientPoints'
  | 'partnerUnavailable'
  | 'idempotencyMismatch'

/** Rings a partner. The id is client-made; the same request again answers the same call. */
export const sendCallRequest = async (
  context: Context,
  viewer: Viewer,
  request: CallRequest,
): Promise<CallRecord | Refusal<RequestRefusal>> => {
  const { callId, pageId, callType: kind, origin, partnerId, expectedRatePointsPerMin = null } = request
  if (kind === 'live') return sendLiveRequest(context, viewer, request)
  const [earlier, sides] = await Promise.all([
    findCall(context.db, callId),
    decideCall(context, { diallerId: viewer.memberId, partnerId, kind, expectedRatePointsPerMin }),
  ])
  if (earlier) return repeated(context, earlier, viewer, request)
  if ('refused' in sides) return sides
  const call = { callId, pageId, kind, origin, sides }
  const placed = await placeCall(context, call)
  if (!placed) {
    // The same request was faster.
    const faster = await findCall(context.db, callId)
    return faster ? repeated(context, faster, viewer, request) : refuse('idempotencyMismatch')
  }
  if (!('refused' in placed)) return placed
  if (placed.refused === 'callPartnerBusy') await recordBusy(context, call)
  return forDialler(placed, sides.dialler)
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
    earlier.kind === request.callType &&
    earlier.liveRoomId === null
  if (!isSame || request.partnerId === viewer.memberId) return refuse('idempotencyMismatch')
  // The first ring broke off between its seats and its hold.
  if (earlier.state.phase === 'requested') return ringPlaced(context, earlier.id, earlier.state.dialler)
  if (earlier.connectedAt === null) {
    if (earlier.state.end?.reason === 'busy')
      return forDialler(refuse('callPartnerBusy'), earlier.state.dialler)
    if (earlier.state.end?.reason === 'pointless')
      return forDialler(refuse('insufficientPoints'), earlier.state.dialler)
  }
  return earlier
}

/** product.md 3.3: a refusal shows a broadcaster who dials only 'つながりませんでした'. */
const forDialler = (refusal: Refusal<RequestRefusal>, dialler: CallRole): Refusal<RequestRefusal> => {
  const isAboutPartner = refusal.refused === 'callPartnerBusy' || refusal.refused === 'insufficientPoints'
  return dialler === 'broadcaster' && isAboutPartner ? refuse('callNotConnected') : refusal
}
