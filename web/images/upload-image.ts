import { type Failure, isRefusalBody, serverFailure } from '#contract/core/client.ts'
import {
  type UploadedImage,
  uploadBytesMax,
  uploadedImage,
  uploadImagePath,
  uploadTimeoutMs,
} from '#contract/images/images.ts'
import { refusalBody } from '#contract/refusals.ts'
import { type SentAnswer, sendBytes } from './send-bytes.ts'
import { shrinkImage } from './shrink-image.ts'

export interface UploadOptions {
  /** A UUID made once for this picture: trying again with it can't make two of it. */
  id: string
  /** The endpoint; a member's own upload by default. */
  path?: string
  /** From 0 to 1; 1 means that all is sent, and the answer is awaited. */
  onProgress?: (fraction: number) => void
  /** Cancels it; the result is then a failure that isn't shown. */
  signal?: AbortSignal
}

const ports = { shrink: shrinkImage, send: sendBytes }

const failed = (answer: SentAnswer): Failure =>
  answer && isRefusalBody(answer.body)
    ? { type: 'error', code: answer.body.code, message: answer.body.message }
    : serverFailure

/**
 * Makes a picture small and sends it, for 60 s at most. Never throws: the answer is the image, or a failure with a
 * Japanese sentence. Tries once; to try again, call it with the same id.
 */
export const uploadImage = async (
  file: Blob,
  { id, path = uploadImagePath, onProgress, signal }: UploadOptions,
  { shrink, send } = ports,
): Promise<UploadedImage | Failure> => {
  onProgress?.(0)
  const bytes = await shrink(file)
  if (bytes.size > uploadBytesMax) return refusalBody('uploadTooLarge')
  const answer = await send(`${path}?id=${encodeURIComponent(id)}`, bytes, {
    timeoutMs: uploadTimeoutMs,
    signal,
    onSent: (fraction) => onProgress?.(fraction),
  })
  const image = uploadedImage.safeParse(answer?.status === 200 ? answer.body : null)
  return image.success ? image.data : failed(answer)
}
