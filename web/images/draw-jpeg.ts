import type { Size } from './scale-to-fit.ts'

/** A part of a picture, in its own pixels. */
export interface Area extends Size {
  x: number
  y: number
}

const jpegQuality = 0.85

/** Draws a part of a picture, on white, and encodes it. Rejects where the browser can't. */
export const drawJpeg = (source: CanvasImageSource, area: Area, size: Size): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) return Promise.reject(new Error('no canvas'))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, size.width, size.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('canvas not encoded'))),
      'image/jpeg',
      jpegQuality,
    )
  })
}
