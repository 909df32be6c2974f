import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, points, smallCount, success } from '#contract/core/shared.ts'
import { reportReasons, reportTextMax } from '#contract/safety/safety.ts'

/** Graphemes of a comment. */
export const liveCommentMax = 100
/** Entries that somebody gets on entering, and that one request for what was missed answers at most. */
export const liveFlowPageMax = 50
/** Seconds between two comments of one watcher that a broadcaster can choose. */
export const slowModeSeconds = [0, 5, 15, 30, 60] as const
export const presentQuantityMax = 99
/** Of one broadcaster's toy menu. */
export const menuItemsMax = 12
/** Graphemes of a menu item's or a goal's name. */
export const menuNameMax = 20
/** Orders that wait in one room at most. */
export const menuQueueMax = 20
/** Who is in a room: the broadcaster, a watcher whom the broadcaster named to moderate, or any other watcher. */
export const flowRoles = ['broadcaster', 'moderator', 'watcher'] as const
export type FlowRole = (typeof flowRoles)[number]
/** What a goal counts: presents and menu items by number, or their points. */
export const goalUnits = ['count', 'points'] as const

const flowKinds = ['comment', 'present', 'menu', 'goal', 'system'] as const

/**
 * Who wrote in a room, for that room alone: watchers don't learn whose account it is. The broadcaster and the moderator
 * get the id from getLiveMember.
 */
export const roomAlias = z.string().check(z.regex(/^[\w-]{22}$/))

/** One entry of a room's flow: one order for everybody, by `seq` without gaps. */
export const flowEntry = z.object({
  seq: z.int(),
  /** The client-made id of a comment, present or menu. */
  id: commandId,
  kind: z.enum(flowKinds),
  at: instant,
  /** Null: a line of the room itself, or a member who wants no name in the queue. */
  member: z.nullable(
    z.object({ alias: roomAlias, name: z.string(), isBroadcaster: z.boolean(), isModerator: z.boolean() }),
  ),
  /** A comment's text; empty after its removal. */
  text: z.string(),
  /** What was given, and how many; `combo` counts on while the same member gives the same within 10 s. */
  present: z.nullable(
    z.object({ presentId: z.string(), name: z.string(), quantity: z.int(), combo: z.int(), points }),
  ),
  menu: z.nullable(z.object({ menuId: z.string(), name: z.string(), points })),
})
export type FlowEntry = z.infer<typeof flowEntry>

export const flowState = z.object({
  pinned: z.nullable(flowEntry),
  slowModeSec: z.int(),
  isMenuPaused: z.boolean(),
  /** Null where the broadcaster set none. */
  goal: z.nullable(
    z.object({
      goalId: commandId,
      name: z.string(),
      unit: z.enum(goalUnits),
      target: z.int(),
      done: z.int(),
      isReached: z.boolean(),
      /** The most that one member gets, and no more than this part of what the member gave. */
      bonusPoints: points,
      bonusPercent: z.int(),
    }),
  ),
})
export type FlowState = z.infer<typeof flowState>

const itemName = z.string().check(z.trim(), z.minLength(1), z.maxLength(menuNameMax * 4))
const commentText = z.string().check(z.trim(), z.minLength(1), z.maxLength(liveCommentMax * 4))
const roomInput = z.object({ roomId: commandId })
const paid = z.object({ type: success, entry: flowEntry, point: points })
const inRoom = ['notFound', 'liveOver', 'liveNotWatching', 'liveMuted'] as const
const paying = ['insufficientPoints', 'livePriceChanged', 'idempotencyMismatch'] as const

export const liveFlowEndpoints = {
  getLiveFlow: defineEndpoint({
    method: 'POST',
    path: '/api/get-live-flow',
    access: 'session',
    summary: 'The newest entries of a room, or those after `after`, with the state of the flow',
    input: z.extend(roomInput, { after: z.optional(smallCount) }),
    output: z.object({
      type: success,
      entries: z.array(flowEntry),
      state: flowState,
      newest: z.int(),
      role: z.enum(flowRoles),
      /** Under which the viewer's own entries are shown. */
      ownAlias: roomAlias,
      /** What a comment costs the viewer. */
      commentPoints: points,
      isMuted: z.boolean(),
      /** The viewer's bonus of the goal that was reached; null where there is none. */
      bonus: z.nullable(z.object({ points, isReceived: z.boolean() })),
    }),
    refusals: ['notFound', 'liveNotWatching'],
  }),
  paySecondSideWatchChatPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-second-side-watch-chat-point',
    access: 'session',
    summary: 'Pays and posts a comment in one transaction, once per client-made id',
    input: z.extend(roomInput, { commentId: commandId, text: commentText, expectedPoints: points }),
    output: paid,
    takesText: true,
    refusals: [
      ...inRoom,
      ...paying,
      'liveSlowMode',
      'contactRefused',
      'liveWordRefused',
      'liveCommentEmpty',
      'liveCommentTooLong',
      'liveSpendCap',
    ],
  }),
  postLiveComment: defineEndpoint({
    method: 'POST',
    path: '/api/post-live-comment',
    access: 'session',
    summary: "A free comment of the broadcaster or of the room's moderator",
    input: z.extend(roomInput, { commentId: commandId, text: commentText }),
    output: z.object({ type: success, entry: flowEntry }),
    takesText: true,
    refusals: [
      'notFound',
      'liveOver',
      'forbidden',
      'contactRefused',
      'liveWordRefused',
      'liveCommentEmpty',
      'liveCommentTooLong',
      'idempotencyMismatch',
    ],
  }),
  moderateLive: defineEndpoint({
    method: 'POST',
    path: '/api/moderate-live',
    access: 'session',
    summary:
      'Pin, remove, mute, kick, slow mode, and who moderates; a kick ends the watcher’s meter and bars the watcher from this room',
    input: z.object({
      roomId: commandId,
      action: z.discriminatedUnion('type', [
        z.object({ type: z.literal('pin'), seq: z.nullable(smallCount) }),
        z.object({ type: z.literal('remove'), seq: smallCount }),
        z.object({ type: z.literal('mute'), alias: roomAlias, isMuted: z.boolean() }),
        z.object({ type: z.literal('kick'), alias: roomAlias }),
        z.object({ type: z.literal('slowMode'), seconds: smallCount }),
        /** A watcher among the broadcaster's favourites or followers; null: nobody. The broadcaster alone. */
        z.object({ type: z.literal('moderator'), memberId: z.nullable(memberId) }),
      ]),
    }),
    output: done,
    refusals: ['notFound', 'liveOver', 'forbidden'],
  }),
  reportLiveComment: defineEndpoint({
    method: 'POST',
    path: '/api/report-live-comment',
    access: 'session',
    summary: 'Reports who wrote an entry, with the last two minutes of the flow as evidence',
    input: z.extend(roomInput, {
      /** Client-made; the same id again is the same report. */
      reportId: commandId,
      seq: smallCount,
      reason: z.enum(reportReasons),
      text: z._default(z.string().check(z.maxLength(4 * reportTextMax)), ''),
    }),
    output: done,
    takesText: true,
    refusals: [
      'notFound',
      'liveNotWatching',
      'reportSelf',
      'reportTextTooLong',
      'reportTooOften',
      'idempotencyMismatch',
    ],
  }),
  getModeratorChoices: defineEndpoint({
    method: 'POST',
    path: '/api/get-moderator-choices',
    access: 'session',
    summary: 'Whom the broadcaster of a room may name to moderate: watchers who are favourites or followers',
    input: roomInput,
    output: z.object({
      type: success,
      people: z.array(z.object({ id: memberId, name: z.string() })),
      moderatorId: z.nullable(memberId),
    }),
    refusals: ['notFound'],
  }),
  setLiveGoal: defineEndpoint({
    method: 'POST',
    path: '/api/set-live-goal',
    access: 'session',
    summary: "Sets the room's goal in place of the one that stands, or withdraws it",
    input: z.extend(roomInput, {
      goal: z.nullable(
        z.object({
          goalId: commandId,
          name: itemName,
          unit: z.enum(goalUnits),
          target: z.int().check(z.minimum(1), z.maximum(1_000_000)),
          bonusPoints: points.check(z.maximum(500)),
        }),
      ),
    }),
    output: z.object({ type: success, state: flowState }),
    takesText: true,
    refusals: [
      'notFound',
      'liveOver',
      'contactRefused',
      'liveNameWrong',
      'liveBonusTooHigh',
      'idempotencyMismatch',
    ],
  }),
}

const present = z.object({
  presentId: z.string(),
  name: z.string(),
  points,
  /** Picture under `/presents/`, drawn for this product. */
  picture: z.string(),
})
export type Present = z.infer<typeof present>

export const presentEndpoints = {
  getPresentMenuList: defineEndpoint({
    method: 'POST',
    path: '/api/get-present-menu-list',
    access: 'public',
    summary: 'The presents on sale, cheapest first',
    input: z.object({}),
    output: z.object({ type: success, presents: z.array(present) }),
    refusals: [],
  }),
  payPresentMenuPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-present-menu-point',
    access: 'session',
    summary: 'Pays and gives a present in one transaction, once per client-made id; it is final',
    input: z.extend(roomInput, {
      giftId: commandId,
      presentId: z.string().check(z.maxLength(40)),
      quantity: z.int().check(z.minimum(1), z.maximum(presentQuantityMax)),
      /** The whole price that stood on the button. */
      expectedPoints: points,
    }),
    output: paid,
    refusals: [...inRoom, ...paying, 'liveSpendCap'],
  }),
}

export const menuStates = ['waiting', 'done', 'skipped', 'released'] as const

const menuItem = z.object({ menuId: commandId, name: z.string(), points, seconds: z.int() })
/** A bought item of a toy menu, held until the device or the broadcaster acknowledges it. */
export const menuOrder = z.object({
  orderId: commandId,
  menuId: z.string(),
  name: z.string(),
  points,
  state: z.enum(menuStates),
  at: instant,
  /** Null where the buyer wants no name shown. */
  memberName: z.nullable(z.string()),
  isMine: z.boolean(),
})
export type MenuOrder = z.infer<typeof menuOrder>

export const toyMenuEndpoints = {
  getLovenseMenuList: defineEndpoint({
    method: 'POST',
    path: '/api/get-lovense-menu-list',
    access: 'session',
    summary:
      "A broadcaster's toy menu; empty where the broadcaster has none or the operator switched devices off",
    input: z.object({ broadcasterId: memberId }),
    output: z.object({ type: success, items: z.array(menuItem), isPaused: z.boolean() }),
    refusals: ['notFound'],
  }),
  payLovenseMenuPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-lovense-menu-point',
    access: 'session',
    summary: 'Holds the points of a menu item and queues it, once per client-made id',
    input: z.extend(roomInput, {
      orderId: commandId,
      menuId: commandId,
      expectedPoints: points,
      isAnonymous: z._default(z.boolean(), false),
    }),
    output: z.object({ type: success, order: menuOrder, point: points }),
    refusals: [...inRoom, ...paying, 'liveSpendCap', 'liveMenuPaused', 'liveMenuFull'],
  }),
  getUncompletedLovenseLogByRoom: defineEndpoint({
    method: 'POST',
    path: '/api/get-uncompleted-lovense-log-by-room',
    access: 'session',
    summary: 'The queue of the room: what waits to be acknowledged, oldest first',
    input: roomInput,
    output: z.object({ type: success, orders: z.array(menuOrder) }),
    refusals: ['notFound', 'liveNotWatching'],
  }),
  receiveMenuReleasePointbackBonus: defineEndpoint({
    method: 'POST',
    path: '/api/receive-menu-release-pointback-bonus',
    access: 'session',
    summary: 'The bonus of a menu goal that was reached: once per member and goal, decided by the server',
    input: z.object({ goalId: commandId }),
    output: z.object({ type: success, points, point: points }),
    refusals: ['notFound', 'liveGoalOpen', 'liveBonusTaken', 'liveBonusNotYours'],
  }),
}

const ownItem = z.object({
  /** Client-made, and kept while the item stays. */
  menuId: commandId,
  name: itemName,
  points: z.int().check(z.minimum(50), z.maximum(5000), z.multipleOf(5)),
  seconds: z.int().check(z.minimum(1), z.maximum(300)),
})
export type OwnMenuItem = z.infer<typeof ownItem>

export const liveMenuEndpoints = {
  getMyLiveMenu: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-live-menu',
    access: 'session',
    summary: "The broadcaster's own toy menu, and whether the operator allows devices and bonuses",
    input: z.object({}),
    output: z.object({
      type: success,
      items: z.array(ownItem),
      hasDevices: z.boolean(),
      /** A device can be connected; otherwise the broadcaster acknowledges every order. */
      canConnect: z.boolean(),
      /** The highest bonus of a goal. */
      bonusMax: points,
      bonusPercent: z.int(),
    }),
    refusals: ['forbidden'],
  }),
  saveMyLiveMenu: defineEndpoint({
    method: 'POST',
    path: '/api/save-my-live-menu',
    access: 'session',
    summary: 'Replaces the toy menu; orders that wait keep what was bought',
    input: z.object({ items: z.array(ownItem).check(z.maxLength(menuItemsMax)) }),
    output: done,
    takesText: true,
    refusals: ['forbidden', 'contactRefused', 'liveNameWrong', 'idempotencyMismatch'],
  }),
  connectLiveToy: defineEndpoint({
    method: 'POST',
    path: '/api/connect-live-toy',
    access: 'session',
    summary:
      "How the broadcaster connects a device: a picture to scan in the device's app, or a code to type",
    input: z.object({}),
    output: z.object({ type: success, qrUrl: z.url(), code: z.string() }),
    refusals: ['forbidden', 'liveToyUnavailable'],
  }),
  handleLiveMenu: defineEndpoint({
    method: 'POST',
    path: '/api/handle-live-menu',
    access: 'session',
    summary:
      'Acknowledges an order, which takes its points, or skips it, or pauses the menu, which release them',
    input: z.extend(roomInput, {
      action: z.discriminatedUnion('type', [
        z.object({ type: z.literal('acknowledge'), orderId: commandId }),
        z.object({ type: z.literal('skip'), orderId: commandId }),
        z.object({ type: z.literal('pause'), isPaused: z.boolean() }),
      ]),
    }),
    output: z.object({ type: success, orders: z.array(menuOrder) }),
    refusals: ['notFound', 'liveOver', 'liveOrderGone'],
  }),
}

/** To who is in the room's socket room. */
export const flowServerEvents = {
  'live:entries': z.object({ roomId: commandId, entries: z.array(flowEntry) }),
  'live:flow-state': z.object({ roomId: commandId, state: flowState }),
  'live:queue': z.object({ roomId: commandId, orders: z.array(menuOrder) }),
}
