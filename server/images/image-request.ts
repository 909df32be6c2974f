import { imageId as imageIdShape, memberId } from '#contract/core/shared.ts'
import { type ImageSignature, parseImageSignature } from './signed-address.ts'

/** Kinds of product.md 10.1: portraits, which everybody sees, and content, which some see. */
export const imageKinds = { avatar: 1, content: 6 } as const
export type ImageKind = (typeof imageKinds)[keyof typeof imageKinds]

/** Widths in pixels: the two thumbnails of Specification 9, a card, a hero and a whole screen. */
const imageSizes = [60, 180, 480, 960, 1920] as const
export type ImageSize = (typeof imageSizes)[number]
/** Portraits fill no screen. */
const avatarSizeMax = 960

const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

export interface ImageQuery {
  imageId: string
  /** The owner, if the address contains them. */
  ownerId: string | null
  kind: ImageKind
  size: ImageSize
  /** The blurred version of a locked image. */
  isBlurred: boolean
  /** Of an address that ends; null without one. */
  signature: ImageSignature | null
}

const kindOf = (text: string): ImageKind | undefined =>
  Object.values(imageKinds).find((kind) => String(kind) === text)

/** What is in the last part of an address's path; nothing when it can't be read. */
export const addressParameters = (url: string): URLSearchParams => {
  try {
    return new URLSearchParams(decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''))
  } catch {
    return new URLSearchParams()
  }
}

/**
 * Reads an address of Specification 3: `api=get-img&id=…&uid=…&kind=6&size=480&blurred=1`, which is in the
 * path, not after a question mark. Without a kind it is a portrait, without a size Specification 9's
 * thumbnail. Null for anything else.
 */
export const parseImageRequest = (parameters: URLSearchParams, isMobile: boolean): ImageQuery | null => {
  const imageId = parameters.get('id') ?? ''
  const size = imageSizes.find(
    (known) => String(known) === (parameters.get('size') ?? (isMobile ? '60' : '180')),
  )
  const kind = kindOf(parameters.get('kind') ?? '1')
  const isBlurred = parameters.get('blurred') === '1'
  const ownerId = parameters.get('uid') || null
  const isNamed = imageIdShape.safeParse(imageId).success && memberId.safeParse(ownerId ?? '0').success
  if (parameters.get('api') !== 'get-img' || !size || !kind || !isNamed) return null
  if (kind === imageKinds.avatar && (size > avatarSizeMax || isBlurred)) return null
  return { imageId, ownerId, kind, size, isBlurred, signature: parseImageSignature(parameters) }
}

/** Specification 9: quality 50 on mobile and 75 otherwise. */
export const imageQuality = (isMobile: boolean): 50 | 75 => (isMobile ? 50 : 75)

/**
 * The best format that an Accept header allows. At quality 75, and for drawings, WebP is smaller and takes a
 * quarter of AVIF's time; for photographs at 50 AVIF is as small or a quarter smaller (decision 21).
 */
export const imageFormat = (accept: string, quality: 50 | 75, isDrawing: boolean): ImageFormat => {
  const isWebpBetter = isDrawing || quality === 75
  const order = isWebpBetter ? (['webp', 'avif'] as const) : (['avif', 'webp'] as const)
  return order.find((format) => accept.includes(`image/${format}`)) ?? 'jpeg'
}
