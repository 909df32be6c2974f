import type { GalleryAccess } from '#contract/gallery/gallery.ts'
import type { GalleryState } from '#contract/gallery/own-items.ts'

export interface AccessFacts {
  state: GalleryState
  /** In a state that others see, and its time has come. */
  isShown: boolean
  price: number
  isOwner: boolean
  /** Bought, and the points weren't returned. */
  isBuyer: boolean
  /** A block in either direction, or the broadcaster's account is closed. */
  isHidden: boolean
}

/**
 * What a viewer may see of an item; null: for this viewer there is no such item (product.md 7.5). A removed item is there
 * for nobody. Buyers keep what they paid for, whatever the broadcaster or a block does.
 */
export const galleryAccess = ({
  state,
  isShown,
  price,
  isOwner,
  isBuyer,
  isHidden,
}: AccessFacts): GalleryAccess | null => {
  if (state === 'removed') return null
  if (isOwner) return 'own'
  if (isBuyer) return 'bought'
  if (isHidden || !isShown) return null
  return price === 0 ? 'free' : 'locked'
}
