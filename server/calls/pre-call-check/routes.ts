import type { videoTestEndpoints } from '#contract/calls/pre-call-check.ts'
import { videoTestMaxMs } from '#contract/calls/pre-call-check.ts'
import { refuse } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { iceServersFor } from '../media/ice-servers.ts'
import { signTestToken } from '../media/tokens.ts'
import { beginVideoTest, endVideoTest } from './pre-call-check.ts'

export const videoTestHandlers: HandlersOf<typeof videoTestEndpoints> = {
  beginVideoTest: async ({ context, viewer: { memberId }, client, input: { testId } }) => {
    if (!context.limits.preCallCheck.admits(memberId)) return refuse('tooManyRequests')
    const refused = await beginVideoTest(context, { testId, memberId }, client.address)
    if (refused) return refused
    return {
      type: 'success',
      rtc_channel_token: signTestToken(context.secret, { testId, memberId }, context.now()),
      ice_servers: iceServersFor(context, { roomId: testId, memberId }, videoTestMaxMs),
    }
  },
  endVideoTest: async ({ context, viewer: { memberId }, input: { testId } }) => {
    await endVideoTest(context, { testId, memberId })
    return { type: 'success' }
  },
}
