import type { payCallPointEndpoints } from '#contract/calls/pay-call-point.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { payCallPoint } from './pay-call-point.ts'

export const payCallPointHandlers: HandlersOf<typeof payCallPointEndpoints> = {
  payVideoCallPoint: ({ context, viewer, input }) =>
    payCallPoint(context, viewer.memberId, 'video', input.callId),

  payLivePoint: ({ context, viewer, input }) => payCallPoint(context, viewer.memberId, 'live', input.callId),

  paySideWatchPoint: ({ context, viewer, input }) =>
    payCallPoint(context, viewer.memberId, 'sideWatch', input.callId),

  payVoiceCallPoint: ({ context, viewer, input }) =>
    payCallPoint(context, viewer.memberId, 'voice', input.callId),
}
