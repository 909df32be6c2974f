import { sealPointsMax, sealPointsMin } from '#contract/chat.ts'

/** The points somebody wrote, full-width digits, commas and pt too; null when it is no price a seal may have. */
export const sealPrice = (text: string): number | null => {
  const written = text.normalize('NFKC').replace(/pt|[,\s]/gi, '')
  if (!/^\d{1,6}$/.test(written)) return null
  const price = Number(written)
  return price >= sealPointsMin && price <= sealPointsMax ? price : null
}
