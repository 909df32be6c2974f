import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { galleryPriceHighest } from '#contract/gallery/gallery.ts'
import { galleryAheadDays, galleryTitleMax } from '#contract/gallery/own-items.ts'
import { readTags } from '#domain/people/own-profile.ts'
import { isLongerThan, publicText } from '#domain/text/written.ts'

const dayMs = 86_400_000
/** Prices are multiples of it. */
const galleryPriceStep = 10

export interface WrittenItem {
  title: string
  price: number
  tags: readonly string[]
  /** In milliseconds; null: as soon as it may. */
  appearsAt: number | null
}

interface PriceBounds {
  min: number
  max: number
}

/** 0 is free; every other price lies within the operators' bounds, in steps of 10 points. */
export const isPriceAllowed = (price: number, { min, max }: PriceBounds): boolean =>
  price === 0 || (price >= min && price <= max && price % galleryPriceStep === 0)

/**
 * An item as it is stored. A time that has passed means at once. Refuses in this order: galleryTitleWrong, tagWrong,
 * tagsTooMany, galleryPriceWrong, galleryTimeWrong.
 */
export const readGalleryItem = (
  written: WrittenItem,
  bounds: PriceBounds,
  now: number,
):
  | (WrittenItem & { tags: string[] })
  | Refusal<'galleryTitleWrong' | 'tagWrong' | 'tagsTooMany' | 'galleryPriceWrong' | 'galleryTimeWrong'> => {
  const title = publicText(written.title).replace(/\s+/gu, ' ')
  if (title === '' || isLongerThan(title, galleryTitleMax)) return refuse('galleryTitleWrong')
  const tags = readTags(written.tags)
  if (isRefusal(tags)) return tags
  if (!isPriceAllowed(written.price, bounds)) return refuse('galleryPriceWrong')
  const { appearsAt } = written
  if (appearsAt !== null && appearsAt > now + galleryAheadDays * dayMs) return refuse('galleryTimeWrong')
  return {
    title,
    tags,
    price: written.price,
    appearsAt: appearsAt !== null && appearsAt > now ? appearsAt : null,
  }
}

/** Bounds that an operator sets: multiples of the step, the lower one not above the upper one. */
export const decideGalleryBounds = (bounds: PriceBounds): PriceBounds | Refusal<'galleryBoundsWrong'> =>
  bounds.min > bounds.max ||
  bounds.max > galleryPriceHighest ||
  [bounds.min, bounds.max].some((price) => price < galleryPriceStep || price % galleryPriceStep !== 0)
    ? refuse('galleryBoundsWrong')
    : bounds
