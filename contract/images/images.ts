import * as z from 'zod/mini'
import { success } from '#contract/core/shared.ts'

/**
 * Takes an image's bytes as they are: `POST` with `?id=`, a client-made UUID, and a session. The same id again answers
 * the same image. A path of its own beside the endpoints, whose bodies are small JSON.
 */
export const uploadImagePath = '/api/upload-image'
/** Bytes that are taken; our pages send a few hundred KB. */
export const uploadBytesMax = 15 * 1024 * 1024
/** An upload may take this long, a slow phone's included, while it keeps a slowest rate; everything else takes 10 s (decision 21). */
export const uploadTimeoutMs = 60_000

export const uploadedImage = z.object({
  type: success,
  imageId: z.string(),
  /** Pixels of what was kept: upright, at most 2560 on the longer side. */
  width: z.int(),
  height: z.int(),
})
export type UploadedImage = z.infer<typeof uploadedImage>
