import type { Context } from '#server/context.ts'
import {
  addressParameters,
  imageFormat,
  imageKinds,
  imageQuality,
  parseImageRequest,
} from './image-request.ts'
import { findImage } from './queries.ts'
import { readCachedVariant } from './variants.ts'

/** What a browser says that gets pictures within a page. Their format is the one that it would get by itself. */
export const inlineFormats = 'image/avif,image/webp'

/**
 * A portrait as a data URL, for a page that is for everybody: portraits are what everybody sees.
 * @param address as a page names it: `/api/img/…`
 * @returns null for anything else, and for what this machine hasn't rendered yet
 */
export const inlinePortrait = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  address: string,
  isMobile: boolean,
): Promise<string | null> => {
  const wanted = parseImageRequest(addressParameters(new URL(address, 'http://localhost').href), isMobile)
  if (wanted?.kind !== imageKinds.avatar) return null
  const image = await findImage(db, wanted)
  if (image?.purpose !== 'avatar') return null
  const quality = imageQuality(isMobile)
  const format = imageFormat(inlineFormats, quality, image.path.endsWith('.svg'))
  const picture = await readCachedVariant(config.dataDir, image.id, { ...wanted, quality, format })
  return picture && `data:image/${format};base64,${picture.toString('base64')}`
}
