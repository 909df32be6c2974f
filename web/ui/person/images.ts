import { portraitAddress } from '#domain/people/portrait.ts'
import { isMobileDevice } from '#domain/shell/device.ts'

/** The widths in CSS px the image endpoint makes; it picks the quality (specification 9) by user agent. */
export type ImageSize = 60 | 180 | 480 | 960

export const avatarUrl = (imageId: string, size: ImageSize): string => portraitAddress(imageId, size)

/** Content is also made as wide as a whole screen. */
export type ContentSize = ImageSize | 1920

/**
 * A picture of kind 6: in its own shape, `size` px wide at most, visible to those who may see it. A locked one has only
 * its blurred address until it is unlocked.
 */
export const contentUrl = (imageId: string, size: ContentSize, { isBlurred = false } = {}): string =>
  `/api/img/api=get-img&id=${encodeURIComponent(imageId)}&kind=6&size=${size}${isBlurred ? '&blurred=1' : ''}`

/**
 * Specification 9: an avatar's thumbnail has 60 px on mobile and 180 px otherwise. A phone whose screen needs more for
 * the avatar's size takes 180 as well.
 * @param shownPx the avatar's width in CSS px
 */
export const thumbnailSize = (
  shownPx: number,
  { userAgent, devicePixelRatio }: Pick<Navigator, 'userAgent'> & Pick<Window, 'devicePixelRatio'>,
): 60 | 180 => (isMobileDevice(userAgent) && shownPx * devicePixelRatio <= 60 ? 60 : 180)

/** A sticker of domain/chat/stickers.ts: 240 px square, drawn to be shown at 96 to 140. */
export const stickerUrl = (stickerId: string): string => `/stickers/${encodeURIComponent(stickerId)}.svg`
