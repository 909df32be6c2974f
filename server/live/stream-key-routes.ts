import { refuse } from '#contract/core/refusal.ts'
import type { liveRoomEndpoints } from '#contract/live/rooms.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { encoderUrl, replaceStreamKey, revokeStreamKey, streamKeyMadeAt } from './stream-keys.ts'

type StreamKeyEndpoints = Pick<
  typeof liveRoomEndpoints,
  'getStreamKey' | 'replaceStreamKey' | 'revokeStreamKey'
>

export const streamKeyHandlers: HandlersOf<StreamKeyEndpoints> = {
  getStreamKey: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const madeAt = await streamKeyMadeAt(context.db, viewer.memberId)
    return { type: 'success', url: encoderUrl(context), madeAt: madeAt?.toISOString() ?? null }
  },

  replaceStreamKey: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const streamKey = await replaceStreamKey(context, viewer.memberId)
    return { type: 'success', url: encoderUrl(context), streamKey }
  },

  revokeStreamKey: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    await revokeStreamKey(context, viewer.memberId)
    return { type: 'success' }
  },
}
