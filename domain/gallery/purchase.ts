import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { GalleryAccess } from '#contract/gallery/gallery.ts'

interface PurchaseFacts {
  /** Null: for this member there is no such item. */
  access: GalleryAccess | null
  isCaller: boolean
  isUnderAge: boolean
  /** The buyer and the broadcaster look like one person. */
  isSamePerson: boolean
  wasReturned: boolean
  price: number
  /** What the buyer's button showed. */
  shownPoints: number
}

/**
 * Whether a member may buy an item and what it costs (product.md 7.6). The order of the refusals: notFound, forbidden (only
 * callers buy), underAge, galleryReturned (operators returned its points before), galleryPriceChanged.
 */
export const purchaseDecision = ({
  access,
  isCaller,
  isUnderAge,
  isSamePerson,
  wasReturned,
  price,
  shownPoints,
}: PurchaseFacts):
  | { points: number }
  | 'isBought'
  | Refusal<'notFound' | 'forbidden' | 'underAge' | 'galleryReturned' | 'galleryPriceChanged'> => {
  if (access === 'bought') return 'isBought'
  if (access === null || isSamePerson) return refuse('notFound')
  if (access === 'own' || !isCaller) return refuse('forbidden')
  if (isUnderAge) return refuse('underAge')
  if (wasReturned) return refuse('galleryReturned')
  if (price !== shownPoints || access === 'free') return refuse('galleryPriceChanged')
  return { points: price }
}
