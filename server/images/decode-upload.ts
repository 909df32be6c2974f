import sharp from 'sharp'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { createGate, type Gate } from './request-guard.ts'

/** Longer side of a stored image, in pixels. */
const sidePixelsMax = 2560
/** More than any phone's camera makes by default; above it decoding takes hundreds of megabytes. */
const decodedPixelsMax = 50_000_000
const decodingSecMax = 20
const storedQuality = 88
/** Images being decoded at once in this process; a large one takes hundreds of megabytes. */
const decodersMax = 2

export const createDecoding = (): Gate => createGate(decodersMax)

/**
 * The first bytes, in hex, of JPEG, PNG, GIF, WebP and AVIF. Only files that begin with them reach a decoder,
 * so that no other decoder (SVG!) is ever used. A phone's HEIC needs a codec that isn't free.
 */
const signatures = [
  /^ffd8ff/,
  /^89504e470d0a1a0a/,
  /^474946383[79]61/,
  /^52494646.{8}57454250/,
  // A short box `ftyp` with the brand avif, avis or mif1.
  /^00.{6}66747970(61766966|61766973|6d696631)/,
]
const signatureBytesMax = 12

const isPicture = (sent: Buffer): boolean => {
  const beginning = sent.toString('hex', 0, signatureBytesMax)
  return signatures.some((signature) => signature.test(beginning))
}

export interface DecodedUpload {
  jpeg: Buffer
  width: number
  height: number
}

const pixelLimit = /exceeds pixel limit/

/**
 * Decodes an upload and encodes it again: upright, sRGB, at most 2560 px, the first frame of an animation,
 * white where it was transparent, and without any metadata. Refuses what can't be decoded completely.
 */
export const decodeUpload = async (
  sent: Buffer,
): Promise<DecodedUpload | Refusal<'imageUnreadable' | 'imageTooManyPixels'>> => {
  if (!isPicture(sent)) return refuse('imageUnreadable')
  try {
    const { data, info } = await sharp(sent, { limitInputPixels: decodedPixelsMax })
      .timeout({ seconds: decodingSecMax })
      .rotate()
      .resize({ width: sidePixelsMax, height: sidePixelsMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: storedQuality })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch (error) {
    // Every other error of a decoder about uploaded bytes also means that they are no image.
    return refuse(
      error instanceof Error && pixelLimit.test(error.message) ? 'imageTooManyPixels' : 'imageUnreadable',
    )
  }
}
