import { type Area, drawJpeg } from './draw-jpeg.ts'
import { scaleToFit } from './scale-to-fit.ts'

/** Cuts a part out of a picture, at most `sideMax` px on its longer side. Rejects where the browser can't read it. */
export const cropImage = async (picture: Blob, area: Area, sideMax: number): Promise<Blob> => {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    return await drawJpeg(bitmap, area, scaleToFit(area, sideMax))
  } finally {
    bitmap.close()
  }
}
