import { japanOffsetMs } from '#domain/text/japanese-day.ts'

/** Limits of purchases by Japanese month (product.md 6.8); age-bands.ts has the one by age. Whole yen. */

const hourMs = 3_600_000

/** A higher own limit counts this long after it was set. */
const limitRaiseDelayMs = 24 * hourMs

export interface OwnLimit {
  /** Null: none. */
  monthlyYen: number | null
  /** The limit that counts from an instant on. */
  next: { monthlyYen: number | null; fromMs: number } | null
}

export const noOwnLimit: OwnLimit = { monthlyYen: null, next: null }

/** The own limit as it counts now. */
export const ownLimitAt = (limit: OwnLimit, nowMs: number): OwnLimit =>
  limit.next && limit.next.fromMs <= nowMs ? { monthlyYen: limit.next.monthlyYen, next: null } : limit

const isHigher = (wanted: number | null, current: number | null): boolean =>
  current !== null && (wanted === null || wanted > current)

/** A lower limit counts at once, a higher one after 24 h; either replaces what was still to come. */
export const setOwnLimit = (limit: OwnLimit, wantedYen: number | null, nowMs: number): OwnLimit => {
  const current = ownLimitAt(limit, nowMs)
  return isHigher(wantedYen, current.monthlyYen)
    ? {
        monthlyYen: current.monthlyYen,
        next: { monthlyYen: wantedYen, fromMs: nowMs + limitRaiseDelayMs },
      }
    : { monthlyYen: wantedYen, next: null }
}

/** What may still be bought this month under all limits; null: no limit. */
export const yenLeft = (usedYen: number, ...limitsYen: (number | null)[]): number | null => {
  const limits = limitsYen.filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.max(0, Math.min(...limits) - usedYen)
}

/** The first millisecond of the Japanese month of an instant. */
export const japaneseMonthStart = (nowMs: number): number => {
  const local = new Date(nowMs + japanOffsetMs)
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth()) - japanOffsetMs
}
