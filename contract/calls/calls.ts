import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import {
  commandId,
  done,
  instant,
  lotKinds,
  memberId,
  nothing,
  points,
  success,
} from '#contract/core/shared.ts'
import { callLive, receiptSegment, sideSending } from './in-call.ts'

/** What a call carries. A random call, a live call and a visit of a live room are video calls. */
export const callKinds = ['voice', 'video'] as const
export type CallKind = (typeof callKinds)[number]

/**
 * Where a call began: by its own address, from a card of somebody on standby, by the random matching, over a live room
 * (the live call, ビデオチャット), or by entering one to watch (視聴).
 */
export const callOrigins = ['direct', 'standby', 'random', 'live', 'sideWatch'] as const
export type CallOrigin = (typeof callOrigins)[number]

/** Specification 9, the call constant: points per minute unless the broadcaster set another price. */
export const defaultRates = { video: 200, voice: 140 } as const satisfies Record<CallKind, number>

export const callRoles = ['caller', 'broadcaster'] as const
export type CallRole = (typeof callRoles)[number]

/** product.md 3.9. */
export const callPhases = ['requested', 'ringing', 'accepted', 'connecting', 'inCall', 'ended'] as const
export type CallPhase = (typeof callPhases)[number]

export const endReasons = [
  'declined',
  'cancelled',
  'missed',
  'busy',
  'failed',
  'byCaller',
  'byBroadcaster',
  'pointless',
  'connectionLost',
  'byOperator',
  'serverRecovery',
] as const
export type EndReason = (typeof endReasons)[number]

/** A relay for networks without a direct way to the media server, as RTCPeerConnection takes it. */
export const iceServer = z.object({
  /** `turn:` and `turns:` URLs. */
  urls: z.array(z.string()),
  /** Good for this side of this call, until the call's tokens run out. */
  username: z.string(),
  credential: z.string(),
})
export type IceServer = z.infer<typeof iceServer>

/** Specification 3, Incoming call info, field by field. */
export const incomingCallInfo = z.object({
  sender_id: memberId,
  app_id: z.string(),
  rtm_channel_token: z.string(),
  rtc_channel_token: z.string(),
  channel_id: z.string(),
  call_type: z.enum(['voice', 'video', 'random', 'live']),
  /** 14 digits yyyyMMddHHmmss, Japanese time. */
  date: z.string().check(z.regex(/^\d{14}$/)),
  is_partner_in_second_apps: z.boolean(),
})
export type IncomingCallInfo = z.infer<typeof incomingCallInfo>

/** Earlier calls of a pair are counted up to this number. */
export const earlierCallsMax = 100
/** Connected calls that the two had before; null to the caller. The broadcaster learns nothing else about the caller. */
const earlierCalls = z.nullable(z.int())

const callPartner = z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) })

/** One side's view of its call: what the call screens show. */
export const callSnapshot = z.object({
  callId: commandId,
  kind: z.enum(callKinds),
  origin: z.enum(callOrigins),
  phase: z.enum(callPhases),
  /** The viewer's part: the caller pays, whichever side dialled. */
  role: z.enum(callRoles),
  dialled: z.boolean(),
  /** The live room that is watched, or over which the live call runs; missing for every other call. */
  liveRoomId: z.optional(commandId),
  /** The viewer's page that has the place in the room, with the line that stood while it rang; missing: none has. */
  linePageId: z.optional(commandId),
  partner: callPartner,
  /** What the caller pays; null to the broadcaster. */
  ratePointsPerMin: z.nullable(z.int()),
  /** What the broadcaster earns of it; null to the caller. */
  earnedPointsPerMin: z.nullable(z.int()),
  earlierCalls,
  requestedAt: instant,
  connectedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(endReasons)),
  /** The server's connected seconds; 0 before the first picture. */
  callDurationSec: z.int(),
  /** Which side is being waited for while the meter is paused; null when media flows. */
  reconnecting: z.nullable(z.enum(callRoles)),
  /** What the call cost the caller so far; null to the broadcaster. */
  charged: z.nullable(points),
  live: callLive,
})
export type CallSnapshot = z.infer<typeof callSnapshot>

/** What one device needs to join the call's media (product.md 8.9). */
export const callTokens = z.object({
  callId: commandId,
  app_id: z.string(),
  channel_id: z.string(),
  /** Bearer token of the WHIP and WHEP endpoints, bound to room, role and participant. */
  rtc_channel_token: z.string(),
  /** Token of the call's socket room. */
  rtm_channel_token: z.string(),
  /** Empty where no relay is configured. */
  ice_servers: z.array(iceServer),
})
export type CallTokens = z.infer<typeof callTokens>

const callInput = z.object({ callId: commandId })
const snapshotOutput = z.object({ type: success, call: callSnapshot })

const receiptLot = z.object({ kind: z.enum(lotKinds), points, expiresAt: instant })

export const receipt = z.object({
  callId: commandId,
  kind: z.enum(callKinds),
  role: z.enum(callRoles),
  partner: callPartner,
  dialled: z.boolean(),
  origin: z.enum(callOrigins),
  startedAt: instant,
  endedAt: instant,
  endReason: z.enum(endReasons),
  ratePointsPerMin: z.int(),
  connectedSec: z.int(),
  chargedSec: z.int(),
  chargedIncrements: z.int(),
  /** Seconds connected and not charged, with the reason. */
  uncharged: z.array(
    z.object({
      reason: z.enum(['callerAway', 'broadcasterAway', 'notConfirmed', 'freeLook', 'noMedia']),
      seconds: z.int(),
    }),
  ),
  /** What it carried, in order, and what each part cost or earned; empty for a call of the time before. */
  segments: z.array(receiptSegment),
  /** What the caller paid, before point-back; null to the broadcaster. */
  points: z.nullable(points),
  lots: z.array(receiptLot),
  pointBack: z.nullable(points),
  /** What the broadcaster earned; null to the caller. */
  earned: z.nullable(points),
})
export type Receipt = z.infer<typeof receipt>

export const receiptLine = z.object({
  callId: commandId,
  kind: z.enum(callKinds),
  role: z.enum(callRoles),
  origin: z.enum(callOrigins),
  partner: callPartner,
  startedAt: instant,
  connectedSec: z.int(),
  endReason: z.enum(endReasons),
  /** What the caller paid, in a visit of a live room also beside its meter; null to the broadcaster. */
  points: z.nullable(points),
  earned: z.nullable(points),
  earlierCalls,
})
export type ReceiptLine = z.infer<typeof receiptLine>

export const callsEndpoints = {
  sendCallRequest: defineEndpoint({
    method: 'POST',
    path: '/api/send-call-request',
    access: 'session',
    summary:
      'Rings a partner; one minute is held first when the caller dials. The id is client-made: a retry answers the first ring',
    input: z.object({
      callId: commandId,
      partnerId: memberId,
      /** `live`: the live call with a broadcaster who is live; its minute is held when it is accepted. */
      callType: z.enum([...callKinds, 'live']),
      /** Holds for a caller's video call; of the others only `direct` comes true. */
      origin: z._default(z.enum(['direct', 'standby']), 'direct'),
      /** The price that stood on a caller's button: a higher one is refused instead of charged. */
      expectedRatePointsPerMin: z.optional(z.int()),
      pageId: z.optional(commandId),
    }),
    output: z.extend(callTokens, { type: success, call: callSnapshot }),
    refusals: [
      'callSelf',
      'underAge',
      'consentDue',
      'callKindRefused',
      'callRateChanged',
      'callPartnerBusy',
      'callPartnerOffline',
      'callNotConnected',
      'callAlreadyInCall',
      'callTooManyRings',
      'callReceptionUnproven',
      'callTooManyNewcomers',
      'insufficientPoints',
      'partnerUnavailable',
      'idempotencyMismatch',
      'mediaUnavailable',
    ],
  }),
  checkIncomingCall: defineEndpoint({
    method: 'POST',
    path: '/api/check-incoming-call',
    access: 'session',
    summary: 'Polled every 2 s: the call that rings for the member now, or null',
    input: nothing,
    output: z.object({
      type: success,
      message: z.optional(z.string()),
      incomingInfo: z.nullable(incomingCallInfo),
    }),
    refusals: [],
  }),
  getCall: defineEndpoint({
    method: 'POST',
    path: '/api/get-call',
    access: 'session',
    summary: "A member's own call; the dialler's request also says that the dialler is still there",
    input: callInput,
    output: snapshotOutput,
    refusals: ['notFound'],
  }),
  getMyCall: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-call',
    access: 'session',
    summary: 'The call the member sits in now, or null: a reloaded page offers it again',
    input: nothing,
    output: z.object({ type: success, call: z.nullable(callSnapshot) }),
    refusals: [],
  }),
  acceptCall: defineEndpoint({
    method: 'POST',
    path: '/api/accept-call',
    access: 'session',
    summary: "Answers a ringing call; when the broadcaster dialled, the caller's minute is held now",
    input: z.extend(callInput, { pageId: z.optional(commandId) }),
    output: z.extend(callTokens, { type: success, call: callSnapshot }),
    refusals: [
      'notFound',
      'underAge',
      'callGone',
      'callNotRinging',
      'insufficientPoints',
      'callAlreadyInCall',
      'mediaUnavailable',
    ],
  }),
  declineCall: defineEndpoint({
    method: 'POST',
    path: '/api/decline-call',
    access: 'session',
    summary: 'Declines a ringing call',
    input: callInput,
    output: done,
    refusals: ['notFound', 'callNotRinging'],
  }),
  cancelCall: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-call',
    access: 'session',
    summary: 'Gives up dialling; the hold is released',
    input: callInput,
    output: done,
    refusals: ['notFound', 'callNotRinging'],
  }),
  endCall: defineEndpoint({
    method: 'POST',
    path: '/api/end-call',
    access: 'session',
    summary: 'Hangs up; a call that has ended answers its end',
    input: callInput,
    output: snapshotOutput,
    refusals: ['notFound'],
  }),
  joinCall: defineEndpoint({
    method: 'POST',
    path: '/api/join-call',
    access: 'session',
    summary:
      "Fresh tokens for a participant's running call, after a reload or on another device, which then has it",
    input: z.extend(callInput, { pageId: z.optional(commandId) }),
    output: z.extend(callTokens, { type: success, call: callSnapshot }),
    refusals: ['notFound', 'callGone'],
  }),
  getUnseenCallEnd: defineEndpoint({
    method: 'POST',
    path: '/api/get-unseen-call-end',
    access: 'session',
    summary:
      "The member's newest call of the last 24 h that ended while no page of the member could show it, or null",
    input: nothing,
    output: z.object({ type: success, call: z.nullable(callSnapshot) }),
    refusals: [],
  }),
  markCallEndSeen: defineEndpoint({
    method: 'POST',
    path: '/api/mark-call-end-seen',
    access: 'session',
    summary: 'The member has seen how this call and those before it ended: no other page shows it again',
    input: callInput,
    output: done,
    refusals: ['notFound'],
  }),
  getAgoraUid: defineEndpoint({
    method: 'POST',
    path: '/api/get-agora-uid',
    access: 'session',
    summary: 'The numeric participant id of the member in a channel',
    input: z.object({ channelId: commandId }),
    output: z.object({ type: success, uid: z.int() }),
    refusals: ['notFound'],
  }),
  getRtmLoginAuth: defineEndpoint({
    method: 'POST',
    path: '/api/get-rtm-login-auth',
    access: 'session',
    summary: "The member's id and token for the socket room of a call",
    input: z.object({ channelId: commandId }),
    output: z.object({ type: success, userId: memberId, token: z.string() }),
    refusals: ['notFound', 'callGone'],
  }),
  getReceipt: defineEndpoint({
    method: 'POST',
    path: '/api/get-receipt',
    access: 'session',
    summary: "One call's receipt, for either side; `signed` is its verifiable form",
    input: callInput,
    output: z.object({ type: success, receipt, signed: z.string() }),
    refusals: ['notFound'],
  }),
  getReceipts: defineEndpoint({
    method: 'POST',
    path: '/api/get-receipts',
    access: 'session',
    summary: "The member's calls, newest first",
    input: z.object({
      before: z.optional(instant),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({ type: success, receipts: z.array(receiptLine), more: z.boolean() }),
    refusals: [],
  }),
}

/** Socket events of calls, server to one member, with what each carries. */
export const callServerEvents = {
  'call:incoming': incomingCallInfo,
  /** A ring ended unanswered or was answered on another device. */
  'call:incoming-over': z.object({ channel_id: z.string() }),
  'call:changed': callSnapshot,
  /** A page of the member has joined the call: every other page of the member lets it go. */
  'call:taken': z.object({ callId: commandId, pageId: commandId }),
  /**
   * The media server lost every connection of this call, or the broadcaster's of this live room, and takes new ones. It
   * isn't repeated to a page that misses it.
   */
  'media:reopened': z.object({ id: commandId }),
}

/** A token of ours has about 200 characters. */
export const callRoomInput = z.object({ callId: commandId, token: z.string().check(z.maxLength(1_000)) })

/** The page that is in the call's room says what it sends; the newest one counts. */
export const callSendingInput = z.strictObject({ callId: commandId, sending: sideSending })

/** Client to server. */
export interface CallClientEvents {
  /** Joins the room of a running call; the answer says whether the token opens it. */
  'call:join': (input: z.infer<typeof callRoomInput>, answer: (ok: boolean) => void) => void
  /** False: not stored, because the page isn't in the room or says too much; the page says it again. */
  'call:sending': (input: z.infer<typeof callSendingInput>, answer: (ok: boolean) => void) => void
}
