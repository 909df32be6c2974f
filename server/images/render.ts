import sharp, { type Sharp } from 'sharp'
import { type ImageFormat, type ImageKind, type ImageSize, imageKinds } from './image-request.ts'
import { codeDrawing } from './watermark/visible-code.ts'
import type { Watermark } from './watermark/watermark.ts'
import { applyInThread } from './watermark/watermark-thread.ts'

export interface Variant {
  kind: ImageKind
  size: ImageSize
  quality: 50 | 75
  format: ImageFormat
  isBlurred: boolean
}

// Two images at a time already keep the machine busy; libvips' own threads and cache would only slow down the
// calls.
sharp.concurrency(1)
sharp.cache(false)

/** A portrait is 4:5. Its thumbnails are the top square, where the head is. */
const portraitHeight = (size: ImageSize): number => (size <= 180 ? size : size * 1.25)

/** Uploads are scaled to less than this when they arrive; only the seed's originals are drawings. */
const pixelsMax = 40_000_000
/** Drawings are rasterised at the size in which they are shown; 72 dots per inch is one pixel per unit. */
const unitDensity = 72
/** What remains of a locked image, along its longer side: colours, no shapes. */
const blurredPixels = 10

const encoders = {
  // Effort 2 of 9: the next ones take four times as long for a twentieth of the bytes.
  avif: (image: Sharp, quality: number) => image.avif({ quality, effort: 2 }),
  webp: (image: Sharp, quality: number) => image.webp({ quality }),
  jpeg: (image: Sharp, quality: number) => image.flatten({ background: '#fff' }).jpeg({ quality }),
} satisfies Record<ImageFormat, (image: Sharp, quality: number) => Sharp>

const portrait = async (original: Buffer, size: ImageSize): Promise<Sharp> => {
  const { format, width = size } = await sharp(original, { limitInputPixels: pixelsMax }).metadata()
  const density = format === 'svg' ? (unitDensity * size) / width : unitDensity
  return sharp(original, { limitInputPixels: pixelsMax, density: Math.max(1, density) })
    .rotate()
    .resize(size, portraitHeight(size), { fit: 'cover', position: 'top' })
}

/** Never wider than the original, and in its shape. */
const content = (original: Buffer, size: ImageSize): Sharp =>
  sharp(original, { limitInputPixels: pixelsMax })
    .rotate()
    .resize({ width: size, fit: 'inside', withoutEnlargement: true })

/** A few pixels of the original, enlarged and blurred: nothing else of the original is in it. */
const blurred = async (original: Buffer, size: ImageSize): Promise<Sharp> => {
  const { width, height } = (await content(original, size).toBuffer({ resolveWithObject: true })).info
  const traces = await sharp(original, { limitInputPixels: pixelsMax })
    .rotate()
    .resize(blurredPixels, blurredPixels, { fit: 'inside' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
  return sharp(traces)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .blur(Math.max(1, width / 20))
}

/** One buyer's copy: marked at the size in which it is shown, so that no smaller rendering loses the watermark. */
const watermarked =
  ({ key, code }: Watermark) =>
  async (original: Buffer, size: ImageSize): Promise<Sharp> => {
    const { autoOrient: full } = await sharp(original, { limitInputPixels: pixelsMax }).metadata()
    const { data, info } = await content(original, size)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pixels = await applyInThread({ pixels: data, width, height, channels }, full, key)
    const marked = sharp(pixels, { raw: { width, height, channels } })
    return code === null
      ? marked
      : marked.composite([{ input: codeDrawing(code, width), gravity: 'southeast' }])
  }

/** Cuts an original to a variant and encodes it again, without its metadata. */
export const renderVariant = async (
  original: Buffer,
  variant: Variant,
  watermark: Watermark | null = null,
): Promise<Buffer> => {
  const { kind, size, isBlurred } = variant
  const shapeContent = isBlurred ? blurred : watermark ? watermarked(watermark) : content
  const image = await (kind === imageKinds.avatar ? portrait : shapeContent)(original, size)
  return encoders[variant.format](image, variant.quality).toBuffer()
}
