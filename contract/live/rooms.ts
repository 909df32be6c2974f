import * as z from 'zod/mini'
import { callSnapshot, callTokens } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import {
  commandId,
  done,
  instant,
  memberId,
  nothing,
  points,
  smallCount,
  success,
} from '#contract/core/shared.ts'
import { rateBounds } from '#contract/people/rates.ts'

/** Graphemes of a room's title. */
export const liveTitleMax = 40
export const liveTagsMax = 3
export const liveTagMax = 12

/** The broadcaster's media may be gone so long before the room ends. */
export const liveMediaGoneMs = 20_000

/** A browser page of the app, or a WHIP encoder with the broadcaster's stream key. */
const liveSources = ['browser', 'encoder'] as const

export const liveEndReasons = [
  'byBroadcaster',
  'mediaGone',
  'byOperator',
  'dailyLimit',
  'serverRecovery',
] as const
export type LiveEndReason = (typeof liveEndReasons)[number]

/** Points per minute; `call` null: no live call is accepted. */
export const liveRates = z.object({ watch: z.int(), call: z.nullable(z.int()) })
export type LiveRates = z.infer<typeof liveRates>

const liveBroadcaster = z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) })

const liveTag = z.string().check(z.trim(), z.minLength(1), z.maxLength(liveTagMax * 4))
const liveSettings = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(liveTitleMax * 4)),
  tags: z.array(liveTag).check(z.maxLength(liveTagsMax)),
  rates: liveRates,
}

/** A room as a list shows it. */
export const liveCard = z.object({
  roomId: commandId,
  broadcaster: liveBroadcaster,
  title: z.string(),
  tags: z.array(z.string()),
  startedAt: instant,
  /** Who watches now, the live caller not counted. */
  watchers: z.int(),
  rates: liveRates,
  /** 通話中: somebody has the live call. */
  isInLiveCall: z.boolean(),
})
export type LiveCard = z.infer<typeof liveCard>

/** A room as somebody sees it before and while watching. */
export const liveRoomView = z.extend(liveCard, {
  /** Null while it runs. */
  endReason: z.nullable(z.enum(liveEndReasons)),
  /** What a comment costs, in points. */
  commentPoints: points,
  /** Milliseconds of the free look that the viewer still has in this room; 0: none. */
  freeLookMs: z.int(),
  /** The viewer's own call in this room: watching, or the live call. */
  myCallId: z.nullable(commandId),
  /** The viewer may moderate the comments. */
  isModerator: z.boolean(),
  /** The viewer was put out of this room. */
  isKicked: z.boolean(),
})
export type LiveRoomView = z.infer<typeof liveRoomView>

const earnedByKind = z.object({
  /** In the broadcaster's points, floored as the statement's lines are. */
  watch: z.int(),
  liveCall: z.int(),
  comments: z.int(),
  presents: z.int(),
  menus: z.int(),
})

/** What is at the end; while the room runs, so far. */
export const liveSummary = z.object({
  roomId: commandId,
  title: z.string(),
  startedAt: instant,
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(liveEndReasons)),
  /** Different people. */
  watchers: z.int(),
  /** The most at one time. */
  peakWatchers: z.int(),
  watchedMinutes: z.int(),
  newFavourites: z.int(),
  /** Why an operator ended it; missing otherwise. */
  operatorNote: z.optional(z.string()),
  earned: earnedByKind,
})
export type LiveSummary = z.infer<typeof liveSummary>

/** The broadcaster's own room. */
export const ownLive = z.object({
  room: liveRoomView,
  source: z.enum(liveSources),
  /** The broadcaster's media arrives now. */
  isOnAir: z.boolean(),
  /** When the day's limit ends the room. */
  endsAt: instant,
  summary: liveSummary,
})
export type OwnLive = z.infer<typeof ownLive>

const roomInput = z.object({ roomId: commandId })
const ownOutput = z.object({ type: success, live: ownLive })

export const liveRoomEndpoints = {
  startLive: defineEndpoint({
    method: 'POST',
    path: '/api/start-live',
    access: 'session',
    takesText: true,
    summary: "Opens the broadcaster's room; the id is client-made, and a retry answers the first opening",
    input: z.object({ ...liveSettings, roomId: commandId, source: z.enum(liveSources) }),
    /** The tokens are the broadcaster's, for the browser's WHIP; an encoder uses its stream key. */
    output: z.extend(callTokens, { type: success, live: ownLive }),
    refusals: [
      'forbidden',
      'underAge',
      'consentDue',
      'rateOutOfBounds',
      'contactRefused',
      'callAlreadyInCall',
      'liveDailyLimit',
      'idempotencyMismatch',
      'mediaUnavailable',
    ],
  }),
  joinLive: defineEndpoint({
    method: 'POST',
    path: '/api/join-live',
    access: 'session',
    summary: "Fresh tokens for the broadcaster's own running room, after a reload",
    input: roomInput,
    output: z.extend(callTokens, { type: success, live: ownLive }),
    refusals: ['notFound', 'liveOver'],
  }),
  getMyLive: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-live',
    access: 'session',
    summary:
      "The broadcaster's running room or null, the settings of the last one, and the bounds of the rates",
    input: nothing,
    output: z.object({
      type: success,
      live: z.nullable(ownLive),
      last: z.object({ title: z.string(), tags: z.array(z.string()), rates: liveRates }),
      bounds: z.object({ watch: rateBounds, call: rateBounds }),
      /** Of the day's limit, in milliseconds. */
      leftTodayMs: z.int(),
    }),
    refusals: ['forbidden'],
  }),
  updateLive: defineEndpoint({
    method: 'POST',
    path: '/api/update-live',
    access: 'session',
    takesText: true,
    summary: 'Changes title, tags or whether the live call is open; running meters keep their rates',
    input: z.object({
      roomId: commandId,
      title: z.optional(liveSettings.title),
      tags: z.optional(liveSettings.tags),
      callRate: z.optional(z.nullable(z.int())),
    }),
    output: ownOutput,
    refusals: ['notFound', 'liveOver', 'rateOutOfBounds', 'contactRefused'],
  }),
  endLive: defineEndpoint({
    method: 'POST',
    path: '/api/end-live',
    access: 'session',
    summary: "Ends the broadcaster's room: every meter in it is settled; a repeat answers the summary again",
    input: roomInput,
    output: z.object({ type: success, summary: liveSummary }),
    refusals: ['notFound'],
  }),
  getLiveSummary: defineEndpoint({
    method: 'POST',
    path: '/api/get-live-summary',
    access: 'session',
    summary: "One of the broadcaster's own rooms in figures, equal to the statement's lines",
    input: roomInput,
    output: z.object({ type: success, summary: liveSummary }),
    refusals: ['notFound'],
  }),
  getStreamKey: defineEndpoint({
    method: 'POST',
    path: '/api/get-stream-key',
    access: 'session',
    summary:
      'Where an encoder publishes, and since when there is a key; the key itself is shown once, when it is made',
    input: nothing,
    output: z.object({ type: success, url: z.string(), madeAt: z.nullable(instant) }),
    refusals: ['forbidden'],
  }),
  replaceStreamKey: defineEndpoint({
    method: 'POST',
    path: '/api/replace-stream-key',
    access: 'session',
    summary:
      'Makes a new stream key; the old one is void at once, and an encoder that uses it is disconnected',
    input: nothing,
    output: z.object({ type: success, url: z.string(), streamKey: z.string() }),
    refusals: ['forbidden'],
  }),
  revokeStreamKey: defineEndpoint({
    method: 'POST',
    path: '/api/revoke-stream-key',
    access: 'session',
    summary: 'Voids the stream key at once',
    input: nothing,
    output: done,
    refusals: ['forbidden'],
  }),
  getLiveRooms: defineEndpoint({
    method: 'POST',
    path: '/api/get-live-rooms',
    access: 'public',
    summary: 'Rooms that run now, the most watched first; never those of blocked people',
    input: z.object({
      after: z.optional(commandId),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({ type: success, rooms: z.array(liveCard), next: z.nullable(commandId) }),
    refusals: [],
  }),
  getLiveRoom: defineEndpoint({
    method: 'POST',
    path: '/api/get-live-room',
    access: 'public',
    summary: "A broadcaster's running or last room of the day, as the viewer sees it before entering",
    input: z.object({ broadcasterId: memberId }),
    output: z.object({
      type: success,
      room: liveRoomView,
      /** Neighbours in the list of rooms, for the swipe. */
      previous: z.nullable(memberId),
      next: z.nullable(memberId),
    }),
    refusals: ['notFound'],
  }),
}

/** Comments, presents or menu orders of one name and what they came to, as the ledger has them. */
export const visitPayment = z.object({
  kind: z.enum(['comment', 'present', 'menu']),
  /** As it was called then; empty for comments. */
  name: z.string(),
  quantity: z.int(),
  /** Paid by the watcher; to the broadcaster the own share of it. */
  points,
})
export type VisitPayment = z.infer<typeof visitPayment>

export const watchEndpoints = {
  enterLive: defineEndpoint({
    method: 'POST',
    path: '/api/enter-live',
    access: 'session',
    summary: 'Begins to watch: a call of its own with a meter of its own. The id is client-made',
    input: z.object({
      callId: commandId,
      roomId: commandId,
      /** What stood on the button; another price refuses instead of charging. */
      expectedRatePointsPerMin: z.int(),
      /** The viewer's own limit for this visit in points; null: none. */
      spendCap: z.nullable(smallCount),
      /** Only the free look: nothing is held, and it ends by itself. */
      isFreeLook: z._default(z.boolean(), false),
    }),
    output: z.extend(callTokens, { type: success, call: callSnapshot, room: liveRoomView }),
    refusals: [
      'notFound',
      'liveOver',
      'liveKicked',
      'liveFreeLookUsed',
      'callSelf',
      'underAge',
      'consentDue',
      'callRateChanged',
      'callAlreadyInCall',
      'callReceptionUnproven',
      'insufficientPoints',
      'partnerUnavailable',
      'idempotencyMismatch',
      'mediaUnavailable',
    ],
  }),
  getVisitPayments: defineEndpoint({
    method: 'POST',
    path: '/api/get-visit-payments',
    access: 'session',
    summary: 'What was paid in a visit or a live call beside its meter, for the receipt of either side',
    input: z.object({ callId: commandId }),
    output: z.object({ type: success, payments: z.array(visitPayment) }),
    refusals: ['notFound'],
  }),
  setSpendCap: defineEndpoint({
    method: 'POST',
    path: '/api/set-spend-cap',
    access: 'session',
    summary: "The viewer's own limit for a running visit; below what was charged it ends at once",
    input: z.object({ callId: commandId, spendCap: z.nullable(smallCount) }),
    output: done,
    refusals: ['notFound', 'callGone'],
  }),
}

/** Socket events of live rooms: to who is in the room's socket room, and to pages that watch the broadcaster. */
export const liveServerEvents = {
  /** The room changed: watchers, title, live call, end. */
  'live:changed': z.object({
    roomId: commandId,
    watchers: z.int(),
    isInLiveCall: z.boolean(),
    endReason: z.nullable(z.enum(liveEndReasons)),
  }),
  /** To the broadcaster, ten minutes before the day's limit ends the room. */
  'live:limit-near': z.object({ roomId: commandId, endsAt: instant }),
}
