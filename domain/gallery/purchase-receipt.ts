import type { GalleryKind } from '#contract/gallery/gallery.ts'
import type { ReceiptFields } from '#contract/receipts/receipts.ts'

/** A purchase as the ledger knows it. */
export interface BoughtItem {
  kind: GalleryKind
  boughtAt: string
  points: number
  lots: readonly { kind: 'free' | 'paid'; points: number }[]
  returned: { points: number } | null
}

/**
 * The fields of a purchase's signed receipt. Neither the item nor its broadcaster is among them: a reader of the
 * receipt must not find out by it what was bought from whom.
 */
export const galleryReceiptFields = ({
  kind,
  boughtAt,
  points,
  lots,
  returned,
}: BoughtItem): ReceiptFields => ({
  itemKind: kind,
  boughtAt,
  points,
  freePoints: pointsOf(lots, 'free'),
  paidPoints: pointsOf(lots, 'paid'),
  returnedPoints: returned?.points ?? 0,
})

const pointsOf = (lots: BoughtItem['lots'], kind: 'free' | 'paid'): number =>
  lots.filter((lot) => lot.kind === kind).reduce((sum, lot) => sum + lot.points, 0)
