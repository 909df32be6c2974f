import type { paidImagesEndpoints } from '#contract/chat/paid-images.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { paidImagesOf } from './paid-images.ts'

export const paidImagesHandlers: HandlersOf<typeof paidImagesEndpoints> = {
  getPaidImages: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await paidImagesOf(context.db, viewer.memberId, input)),
  }),
}
