import { drawJpeg } from './draw-jpeg.ts'
import { scaleToFit } from './scale-to-fit.ts'

/** Longer side of an uploaded picture, in pixels: a phone's photograph becomes a few hundred KB. */
const sentPixelsMax = 2048
/** A picture of at most this many bytes is sent as it is. */
const smallBytes = 300_000

/**
 * A picture as a small upright JPEG. A picture that this browser can't decode is sent as it is: the server may support
 * it, and refuses it otherwise.
 */
export const shrinkImage = async (file: Blob): Promise<Blob> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    try {
      const { width, height } = bitmap
      const size = scaleToFit(bitmap, sentPixelsMax)
      if (size.width === width && size.height === height && file.size <= smallBytes) return file
      return await drawJpeg(bitmap, { x: 0, y: 0, width, height }, size)
    } finally {
      bitmap.close()
    }
  } catch {
    return file
  }
}
