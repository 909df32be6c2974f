import { imagePriceMax, imagePriceMin } from '#contract/chat/chat.ts'

/**
 * The points that were typed, also in full-width digits, with commas or pt; null when no image may have that
 * price.
 */
export const imagePrice = (text: string): number | null => {
  const written = text.normalize('NFKC').replace(/pt|[,\s]/gi, '')
  if (!/^\d{1,6}$/.test(written)) return null
  const price = Number(written)
  return price >= imagePriceMin && price <= imagePriceMax ? price : null
}
