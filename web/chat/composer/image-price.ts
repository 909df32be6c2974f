import { imagePriceMax, imagePriceMin } from '#contract/chat/chat.ts'

/** The points somebody wrote, full-width digits, commas and pt too; null when it is no price a seal may have. */
export const imagePrice = (text: string): number | null => {
  const written = text.normalize('NFKC').replace(/pt|[,\s]/gi, '')
  if (!/^\d{1,6}$/.test(written)) return null
  const price = Number(written)
  return price >= imagePriceMin && price <= imagePriceMax ? price : null
}
