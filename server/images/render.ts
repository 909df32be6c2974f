import sharp, { type Sharp } from 'sharp'
import type { ImageFormat, ImageSize } from './image-request.ts'

export interface Variant {
  size: ImageSize
  quality: 50 | 75
  format: ImageFormat
}

// Two pictures at a time already keep the machine busy; libvips' own threads and cache would only fight the calls.
sharp.concurrency(1)
sharp.cache(false)

/** A portrait is 4:5. Its thumbnails are the top square: heads are up there. */
const heightOf = (size: ImageSize): number => (size <= 180 ? size : size * 1.25)

/** Above this an upload is no portrait; it would only fill the memory. */
const pixelsMax = 40_000_000
/** Drawings are rasterised at the size they are shown in; 72 dots per inch is one pixel per unit. */
const unitDensity = 72

const encoders = {
  // Effort 2 of 9: the next ones take four times as long for a twentieth of the bytes.
  avif: (image: Sharp, quality: number) => image.avif({ quality, effort: 2 }),
  webp: (image: Sharp, quality: number) => image.webp({ quality }),
  jpeg: (image: Sharp, quality: number) => image.flatten({ background: '#fff' }).jpeg({ quality }),
} satisfies Record<ImageFormat, (image: Sharp, quality: number) => Sharp>

/** Cuts an original to a variant and encodes it anew, without its metadata. */
export const renderVariant = async (original: Buffer, variant: Variant): Promise<Buffer> => {
  const { format, width = variant.size } = await sharp(original, { limitInputPixels: pixelsMax }).metadata()
  const density = format === 'svg' ? (unitDensity * variant.size) / width : unitDensity
  const image = sharp(original, { limitInputPixels: pixelsMax, density: Math.max(1, density) })
    .rotate()
    .resize(variant.size, heightOf(variant.size), { fit: 'cover', position: 'top' })
  return encoders[variant.format](image, variant.quality).toBuffer()
}
