import type { missedCallEndpoints } from '#contract/chat/missed-call.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { sendAbsenceCallMessage } from './actions/send-absence-call-message.ts'

export const missedCallHandlers: HandlersOf<typeof missedCallEndpoints> = {
  sendAbsenceCallMessage: async ({ context, viewer, input }) => {
    const message = await sendAbsenceCallMessage(context, viewer, input.callId)
    return isRefusal(message) ? message : { type: 'success', message }
  },
}
