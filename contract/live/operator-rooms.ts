import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, memberId, nothing, points, success } from '#contract/core/shared.ts'
import { rateBounds } from '#contract/people/rates.ts'

/** Characters of the reason for which an operator ends a room. */
const liveEndNoteMax = 200

const operatorRoom = z.object({
  roomId: commandId,
  broadcasterId: memberId,
  name: z.string(),
  title: z.string(),
  startedAt: instant,
  isOnAir: z.boolean(),
  watchers: z.int(),
  isInLiveCall: z.boolean(),
  /** What callers paid in the room so far, before returns. */
  paidPoints: points,
})
export type OperatorLiveRoom = z.infer<typeof operatorRoom>

export const operatorLiveSettings = z.object({
  /** How long a broadcaster may be live on one Japanese day. */
  dailyLimitMin: z.int().check(z.minimum(30), z.maximum(1_440)),
  /** The free look at a room; 0: none. */
  freeLookSec: z.int().check(z.minimum(0), z.maximum(60)),
  watch: rateBounds,
  call: rateBounds,
})
export type OperatorLiveSettings = z.infer<typeof operatorLiveSettings>

export const operatorLiveRoomsEndpoints = {
  operatorLiveRooms: defineEndpoint({
    method: 'POST',
    path: '/api/operator/live-rooms',
    access: 'operator',
    summary: 'The live rooms that run now, with who watches and what was paid, and the settings of all rooms',
    input: nothing,
    output: z.object({ type: success, rooms: z.array(operatorRoom), settings: operatorLiveSettings }),
    refusals: [],
  }),
  operatorEndLive: defineEndpoint({
    method: 'POST',
    path: '/api/operator/end-live',
    access: 'operator',
    summary: 'Ends a live room; its broadcaster reads the reason',
    input: z.object({
      roomId: commandId,
      note: z.string().check(z.trim(), z.minLength(1), z.maxLength(liveEndNoteMax)),
    }),
    output: done,
    refusals: ['notFound', 'liveOver'],
  }),
  operatorWatchLive: defineEndpoint({
    method: 'POST',
    path: '/api/operator/watch-live',
    access: 'operator',
    summary:
      'A silent look at a live room: an address and a token that receive it for ten minutes, without a meter and unseen',
    input: z.object({ roomId: commandId }),
    output: z.object({ type: success, path: z.string(), token: z.string() }),
    refusals: ['notFound', 'liveOver', 'mediaUnavailable'],
  }),
  operatorSetLiveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-live-settings',
    access: 'operator',
    summary: 'Sets the limit, the free look and the bounds of rates of rooms that start from now on',
    input: operatorLiveSettings,
    output: done,
    refusals: ['rateBoundsWrong'],
  }),
}
