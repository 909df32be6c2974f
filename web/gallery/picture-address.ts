import type { GalleryPicture } from '#contract/gallery/gallery.ts'
import { type ContentSize, contentUrl } from '#web/ui/person/images.ts'

/** The address of a picture as the viewer may see it: signed, or blurred. */
export const pictureAddress = (
  { imageId, signature }: Pick<GalleryPicture, 'imageId' | 'signature'>,
  size: ContentSize,
): string =>
  signature === null
    ? contentUrl(imageId, size, { isBlurred: true })
    : `${contentUrl(imageId, size)}&${signature}`
