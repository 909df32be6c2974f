import type { PurchaseLimits } from '#contract/points/purchase.ts'

/** The lower one of a month's limits, in yen; null: there is none. */
export const limitInForce = ({
  ageLimitYen,
  ownLimitYen,
}: Pick<PurchaseLimits, 'ageLimitYen' | 'ownLimitYen'>): number | null =>
  ageLimitYen === null || ownLimitYen === null
    ? (ageLimitYen ?? ownLimitYen)
    : Math.min(ageLimitYen, ownLimitYen)
