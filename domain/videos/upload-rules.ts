import { type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  type VideoState,
  videoBytesMax,
  videoPartBytesMax,
  videoPartBytesMin,
  videosInProgressMax,
} from '#contract/videos/videos.ts'

/** Whether a member may begin to send a video. Refuses: videoTooLarge, videoTooMany. */
export const decideUpload = (
  bytes: number,
  inProgress: number,
): null | Refusal<'videoTooLarge' | 'videoTooMany'> => {
  if (bytes > videoBytesMax) return refuse('videoTooLarge')
  return inProgress >= videosInProgressMax ? refuse('videoTooMany') : null
}

export interface Arriving {
  state: VideoState
  bytes: number
  received: number
}

/**
 * Whether a part is the next one. `videoOffsetWrong`: another part is, or none is missing; the sender asks and continues
 * there. `badInput`: the part is empty, too long, too short while it isn't the last one, or longer than what is missing.
 */
export const decidePart = (
  { state, bytes, received }: Arriving,
  part: { offset: number; bytes: number },
): { isLast: boolean } | Refusal<'videoOffsetWrong' | 'badInput'> => {
  if (state !== 'receiving' || part.offset !== received) return refuse('videoOffsetWrong')
  const after = received + part.bytes
  const isLast = after === bytes
  if (part.bytes <= 0 || part.bytes > videoPartBytesMax || after > bytes) return refuse('badInput')
  return isLast || part.bytes >= videoPartBytesMin ? { isLast } : refuse('badInput')
}
