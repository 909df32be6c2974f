import type { EarningState } from '#contract/points/earnings.ts'
import { japaneseDayStart, japanOffsetMs } from '#domain/text/japanese-day.ts'

/**
 * product.md 6.9: earnings become payable 7 days after they were earned, or after their payer's first
 * purchase.
 */
export const payableAfterDays = 7

/** A line's points by their state; together they are what was earned by it. */
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

/** The one state shown for a line whose points are in several: the one that lasts longest. */
export function earningState(amounts: EarningAmounts): EarningState {
  return precedence.find((state) => amounts[state] > 0) ?? 'returned'
}

/** The month of an instant, such as `2026-11`, in Japanese time. */
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

/** The first instants of today, yesterday and this month in Japanese time, in milliseconds. */
export function earningPeriods(nowMs: number): { todayMs: number; yesterdayMs: number; monthMs: number } {
  const todayMs = japaneseDayStart(nowMs)
  return { todayMs, yesterdayMs: todayMs - dayMs, monthMs: monthBounds(monthOf(nowMs)).fromMs }
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

const dayMs = 24 * 3_600_000
