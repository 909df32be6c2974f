import type { videoRequestEndpoints } from '#contract/calls/video-request.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { sendVideoRequest } from './send-video-request.ts'

export const videoRequestHandlers: HandlersOf<typeof videoRequestEndpoints> = {
  sendVideoRequest: async ({ context, viewer, input }) =>
    (await sendVideoRequest(context, viewer, input)) ?? { type: 'success' },
}
