import { isMobileDevice } from '../../domain/shell/device.ts'

/** The widths in CSS px the image endpoint makes; it picks the quality (specification 9) by user agent. */
export type ImageSize = 60 | 180 | 480 | 960

/** Specification 3: pictures come by image id; kind 1 is the default kind. */
export const avatarUrl = (imageId: string, size: ImageSize): string =>
  `/api/img/api=get-img&id=${encodeURIComponent(imageId)}&kind=1&size=${size}`

/** Specification 9: an avatar's thumbnail has 60 px on mobile and 180 px otherwise. */
export const thumbnailSize = (userAgent: string): 60 | 180 => (isMobileDevice(userAgent) ? 60 : 180)

/** A sticker of domain/chat/stickers.ts: 240 px square, drawn to be shown at 96 to 140. */
export const stickerUrl = (stickerId: string): string => `/stickers/${encodeURIComponent(stickerId)}.svg`
