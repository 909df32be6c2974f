import type { EarningState } from '#contract/points/earnings.ts'

/** product.md 6: what was earned becomes payable 7 days after it was earned, or after its payer's first purchase. */
export const payableAfterDays = 7

/** A line's points by what becomes of them; together what she earned of it. */
export interface EarningAmounts {
  pending: number
  payable: number
  frozen: number
  /** In a request that isn't decided. */
  requested: number
  paid: number
  /** Lost to a chargeback. */
  taken: number
}

const precedence = [
  'frozen',
  'pending',
  'payable',
  'requested',
  'paid',
  'taken',
] as const satisfies readonly (keyof EarningAmounts & EarningState)[]

/** The one word for a line whose points are in several states: what keeps her waiting longest. */
export function earningState(amounts: EarningAmounts): EarningState {
  return precedence.find((state) => amounts[state] > 0) ?? 'returned'
}

/** `2026-11` of an instant, in Japanese time. */
export function monthOf(atMs: number): string {
  return new Date(atMs + japanOffsetMs).toISOString().slice(0, 7)
}

/** A Japanese calendar month's first instant and that of the next month, in milliseconds. */
export function monthBounds(month: string): { fromMs: number; toMs: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    fromMs: Date.UTC(year, number - 1, 1) - japanOffsetMs,
    toMs: Date.UTC(year, number, 1) - japanOffsetMs,
  }
}

/** Every month from the first to the last, newest first. */
export function monthsBetween(firstMs: number, lastMs: number): string[] {
  const months: string[] = []
  for (let month = monthOf(lastMs); month >= monthOf(firstMs); ) {
    months.push(month)
    month = monthOf(monthBounds(month).fromMs - 1)
  }
  return months
}

/** Japan has no summer time. */
const japanOffsetMs = 9 * 3_600_000
