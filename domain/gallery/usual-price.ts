/** What sold items of one kind cost lately. */
export interface SoldPrices {
  sales: number
  /** How many broadcasters sold them. */
  sellers: number
  /** The prices below and above which a tenth of the sales lies. */
  low: number
  high: number
}

/** So many days are looked at. */
export const soldDays = 90
/** Fewer sales say little about what is usual. */
const salesMin = 30
/** With fewer sellers the range would tell what one of them takes. */
const sellersMin = 5

/** The usual range of prices; null when too little was sold. */
export const usualPrices = ({
  sales,
  sellers,
  low,
  high,
}: SoldPrices): { from: number; to: number } | null =>
  sales < salesMin || sellers < sellersMin ? null : { from: low, to: high }

/** Whether a price lies outside the usual range. Free items have no price to compare. */
export const unusualPrice = (
  price: number,
  usual: { from: number; to: number } | null,
): 'low' | 'high' | null => {
  if (usual === null || price === 0) return null
  if (price < usual.from) return 'low'
  return price > usual.to ? 'high' : null
}
