/** product.md 6.9: broadcasters earn 40% of what is captured, unless agreed otherwise. */
export const broadcasterSharePercent = 40

/**
 * The broadcaster's share of `points`, floored. Over a call or a menu it is taken of the sum so far, never of
 * each payment: `earnedOfNext` gives the difference, so that cutting a sum into payments costs the
 * broadcaster nothing.
 */
export function earnedShare(points: number, sharePercent: number): number {
  return Math.floor((points * sharePercent) / 100)
}

/** What the next payment adds to the share, when `paidBefore` points were paid already. */
export function earnedOfNext(paidBefore: number, points: number, sharePercent: number): number {
  return earnedShare(paidBefore + points, sharePercent) - earnedShare(paidBefore, sharePercent)
}

/**
 * A share that was earned from several sums, such as the lots of one payment, split over them in their order:
 * floored cumulatively again, so that the parts always add up to `earned`. All 0 when the sums are.
 */
export function splitShare(earned: number, sums: readonly number[]): number[] {
  const total = sums.reduce((sum, points) => sum + points, 0)
  let before = 0
  return sums.map((points) => {
    const from = before
    before += points
    return total === 0 ? 0 : Math.floor((earned * before) / total) - Math.floor((earned * from) / total)
  })
}
