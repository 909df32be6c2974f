import type { Area } from '#web/images/draw-jpeg.ts'
import type { Size } from '#web/images/scale-to-fit.ts'

/** Where the whole picture has to lie behind a window, in CSS px. */
export interface PicturePosition extends Size {
  left: number
  top: number
}

/**
 * Places a picture behind a square window so that it shows what a thumbnail of the cut-out will show: its top square, as
 * the server cuts it.
 */
export const thumbnailPosition = (cutOut: Area, picture: Size, windowPx: number): PicturePosition => {
  const scale = windowPx / cutOut.width
  return {
    width: picture.width * scale,
    height: picture.height * scale,
    left: -cutOut.x * scale,
    top: -cutOut.y * scale,
  }
}
