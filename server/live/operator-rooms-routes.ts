import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorLiveRoomsEndpoints } from '#contract/live/operator-rooms.ts'
import { decideBounds } from '#domain/people/rates.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { setRoomRateBounds } from '#server/people/actions/set-rate-bounds.ts'
import { endByOperator } from './actions/apply-room-event.ts'
import { lookAtRoom } from './actions/look-at-room.ts'
import { operatorSettings, runningRooms } from './operator-rooms-queries.ts'

export const operatorLiveRoomsHandlers: HandlersOf<typeof operatorLiveRoomsEndpoints> = {
  operatorLiveRooms: operatorOverview(async ({ tx }) => ({
    type: 'success',
    rooms: await runningRooms(tx),
    settings: await operatorSettings(tx),
  })),

  operatorEndLive: operatorAction(async ({ context, input, tx }) => {
    const ended = await endByOperator(context, tx, input)
    if (isRefusal(ended)) return ended
    const { room, settle } = ended
    return {
      afterCommit: settle,
      answer: { type: 'success' },
      subject: `member:${room.broadcasterId}`,
      after: { roomId: room.id, note: input.note },
    }
  }),

  operatorWatchLive: operatorAction(async ({ context, operator, input }) => {
    const look = await lookAtRoom(context, operator.id, input.roomId)
    if (isRefusal(look)) return look
    const { path, token, broadcasterId } = look
    return {
      answer: { type: 'success', path, token },
      subject: `member:${broadcasterId}`,
      after: { roomId: input.roomId },
    }
  }),

  operatorSetLiveSettings: operatorAction(async ({ tx, input }) => {
    const { dailyLimitMin, freeLookSec, watch, call } = input
    for (const bounds of [watch, call]) if (isRefusal(decideBounds(bounds))) return refuse('rateBoundsWrong')
    const before = await operatorSettings(tx)
    await tx
      .updateTable('live_setting')
      .set({ daily_limit_min: dailyLimitMin, free_look_sec: freeLookSec })
      .execute()
    await setRoomRateBounds(tx, { watch, call })
    return { answer: { type: 'success' }, subject: null, before, after: input }
  }),
}
