import { refuse } from '#contract/core/refusal.ts'
import type { liveRoomEndpoints, watchEndpoints } from '#contract/live/rooms.ts'
import { withTokens } from '#server/calls/media/with-tokens.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { applyRoomEvent } from './actions/apply-room-event.ts'
import { enterLive } from './actions/enter-live.ts'
import { setSpendCap } from './actions/set-spend-cap.ts'
import { firstRates, startLive } from './actions/start-live.ts'
import { updateLive } from './actions/update-live.ts'
import { leftTodayMs } from './daily-limit.ts'
import { visitPayments } from './flow/visit-payments.ts'
import { withRoomTokens } from './media/with-room-tokens.ts'
import { liveRooms, ownLiveOf, roomOfBroadcaster, roomView } from './queries.ts'
import { findRoom, lastRoomOf } from './room-record.ts'
import { liveRateBounds, liveSettings } from './settings.ts'
import { streamKeyHandlers } from './stream-key-routes.ts'
import { summaryOf } from './summary.ts'

export const liveRoomHandlers: HandlersOf<typeof liveRoomEndpoints> = {
  ...streamKeyHandlers,

  startLive: async ({ context, viewer, input }) => {
    if (!context.limits.ring.admits(viewer.memberId)) return refuse('tooManyRequests')
    const room = await startLive(context, viewer, input)
    if ('refused' in room) return room
    const tokens = await withRoomTokens(context, room, viewer)
    return { type: 'success', ...tokens, live: await ownLiveOf(context, room) }
  },

  joinLive: async ({ context, viewer, input }) => {
    const room = await findRoom(context.db, input.roomId)
    if (room?.broadcasterId !== viewer.memberId) return refuse('notFound')
    if (room.endedAt !== null) return refuse('liveOver')
    const tokens = await withRoomTokens(context, room, viewer)
    return { type: 'success', ...tokens, live: await ownLiveOf(context, room) }
  },

  getMyLive: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const { db } = context
    const [last, bounds, { dailyLimitMs: limitMs }] = await Promise.all([
      lastRoomOf(db, viewer.memberId),
      liveRateBounds(db),
      liveSettings(db),
    ])
    return {
      type: 'success',
      live: last && last.endedAt === null ? await ownLiveOf(context, last) : null,
      last: {
        title: last?.title ?? '',
        tags: last?.tags ?? [],
        rates: last?.rates ?? firstRates,
      },
      bounds,
      leftTodayMs: Math.floor(await leftTodayMs(db, viewer.memberId, { now: context.now(), limitMs })),
    }
  },

  updateLive: async ({ context, viewer, input }) => {
    const room = await updateLive(context, viewer.memberId, input)
    return 'refused' in room ? room : { type: 'success', live: await ownLiveOf(context, room) }
  },

  endLive: async ({ context, viewer, input }) => {
    const room = await findRoom(context.db, input.roomId)
    if (room?.broadcasterId !== viewer.memberId) return refuse('notFound')
    const ended = await applyRoomEvent(context, room.id, { type: 'endedByBroadcaster' })
    if ('refused' in ended) return ended
    return { type: 'success', summary: await summaryOf(context.db, ended) }
  },

  getLiveSummary: async ({ context, viewer, input }) => {
    const room = await findRoom(context.db, input.roomId)
    if (room?.broadcasterId !== viewer.memberId) return refuse('notFound')
    return { type: 'success', summary: await summaryOf(context.db, room) }
  },

  getLiveRooms: async ({ context, viewer, input }) => ({
    type: 'success',
    ...(await liveRooms(context.db, viewer?.memberId ?? null, input)),
  }),

  getLiveRoom: async ({ context, viewer, input }) => {
    const found = await roomOfBroadcaster(context, input.broadcasterId, viewer)
    return found ? { type: 'success', ...found } : refuse('notFound')
  },
}

export const watchHandlers: HandlersOf<typeof watchEndpoints> = {
  enterLive: async ({ context, viewer, input }) => {
    if (!context.limits.ring.admits(viewer.memberId)) return refuse('tooManyRequests')
    const entered = await enterLive(context, viewer, input)
    if ('refused' in entered) return entered
    return {
      type: 'success',
      ...(await withTokens(context, entered.call, viewer)),
      room: await roomView(context, entered.room, viewer),
    }
  },

  getVisitPayments: async ({ context, viewer, input }) => {
    const payments = await visitPayments(context.db, input.callId, viewer.memberId)
    return 'refused' in payments ? payments : { type: 'success', payments }
  },

  setSpendCap: async ({ context, viewer, input }) =>
    (await setSpendCap(context, viewer.memberId, input)) ?? { type: 'success' },
}
