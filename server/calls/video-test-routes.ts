import { refuse } from '#contract/refusal.ts'
import type { videoTestEndpoints } from '#contract/video-test.ts'
import { videoTestMaxMs } from '#contract/video-test.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { beginVideoTest, endVideoTest } from './actions/video-test.ts'
import { iceServersFor } from './ice-servers.ts'
import { signTestToken } from './tokens.ts'

export const videoTestHandlers: HandlersOf<typeof videoTestEndpoints> = {
  beginVideoTest: async ({ context, viewer: { memberId }, client, input: { testId } }) => {
    if (!context.videoTestLimit.admits(memberId)) return refuse('tooManyRequests')
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
