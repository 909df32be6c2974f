import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { videosEndpoints } from '#contract/videos/videos.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { startUpload } from './actions/start-upload.ts'
import { cancelUpload } from './actions/use-video.ts'
import { findVideo, uploadedVideoOf } from './video-record.ts'

export const videosHandlers: HandlersOf<typeof videosEndpoints> = {
  startVideoUpload: async ({ context, viewer, input }) => {
    const video = await startUpload(context, viewer, input)
    return isRefusal(video) ? video : { type: 'success', video }
  },

  getVideoUpload: async ({ context, viewer, input }) => {
    const video = await findVideo(context.db, input.videoId)
    return video?.ownerId === viewer.memberId && !video.isExpired
      ? { type: 'success', video: uploadedVideoOf(video) }
      : refuse('notFound')
  },

  cancelVideoUpload: async ({ context, viewer, input }) => {
    await cancelUpload(context.db, input.videoId, viewer.memberId)
    return { type: 'success' }
  },
}
