import type { randomCallsEndpoints } from '#contract/calls/random-calls.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { cancelRandomCall, requestRandomCall } from '../actions/request-random-call.ts'
import { withTokens } from '../media/with-tokens.ts'

export const randomCallsHandlers: HandlersOf<typeof randomCallsEndpoints> = {
  requestRandomCall: async ({ context, viewer, input }) => {
    const answer = await requestRandomCall(context, viewer, input.callId)
    if ('refused' in answer) return answer
    if ('waiting' in answer) return { type: 'success', matched: null, waiting: answer.waiting }
    const matched = await withTokens(context, answer.matched, viewer)
    return { type: 'success', matched, waiting: null }
  },
  cancelRandomCall: async ({ context, viewer, input }) => {
    await cancelRandomCall(context, viewer, input.callId)
    return { type: 'success' }
  },
}
