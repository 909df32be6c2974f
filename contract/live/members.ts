import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, memberId, success } from '#contract/core/shared.ts'
import { roomAlias } from './flow.ts'

export const liveMemberEndpoints = {
  getLiveMember: defineEndpoint({
    method: 'POST',
    path: '/api/get-live-member',
    access: 'session',
    summary:
      'Whose alias it is: of everybody who was in the room for the broadcaster and the moderator, of the broadcaster and oneself for watchers',
    input: z.object({ roomId: commandId, alias: roomAlias }),
    output: z.object({ type: success, member: z.object({ id: memberId, name: z.string() }) }),
    refusals: ['notFound', 'liveNotWatching', 'forbidden'],
  }),
}
