import { describe, expect, it } from 'vitest'
import { japaneseMonthStart, noOwnLimit, ownLimitAt, setOwnLimit, yenLeft } from './purchase-limit.ts'

const dayMs = 86_400_000

describe('limits of purchases', () => {
  it('counts a first or a lower own limit at once', () => {
    expect(setOwnLimit(noOwnLimit, 10_000, 0)).toEqual({ monthlyYen: 10_000, next: null })
    expect(setOwnLimit({ monthlyYen: 10_000, next: null }, 3_000, 0).monthlyYen).toBe(3_000)
  })

  it('counts a higher one, or none, after 24 hours', () => {
    const raised = setOwnLimit({ monthlyYen: 3_000, next: null }, 10_000, 0)
    expect(ownLimitAt(raised, dayMs - 1).monthlyYen).toBe(3_000)
    expect(ownLimitAt(raised, dayMs)).toEqual({ monthlyYen: 10_000, next: null })
    expect(setOwnLimit({ monthlyYen: 3_000, next: null }, null, 0).next).toEqual({
      monthlyYen: null,
      fromMs: dayMs,
    })
  })

  it('replaces a change that was still to come by the next one', () => {
    const raised = setOwnLimit({ monthlyYen: 3_000, next: null }, 10_000, 0)
    expect(setOwnLimit(raised, 3_000, 1)).toEqual({ monthlyYen: 3_000, next: null })
    expect(setOwnLimit(raised, 20_000, 1).next?.fromMs).toBe(dayMs + 1)
  })

  it('leaves what the lower limit leaves, never less than nothing', () => {
    expect(yenLeft(6_000, 30_000, 10_000)).toBe(4_000)
    expect(yenLeft(6_000, 30_000, null)).toBe(24_000)
    expect(yenLeft(6_000, 5_000, null)).toBe(0)
    expect(yenLeft(6_000, null, null)).toBeNull()
  })

  it('begins a month at midnight in Japan', () => {
    expect(new Date(japaneseMonthStart(Date.parse('2026-11-30T15:00:00Z'))).toISOString()).toBe(
      '2026-11-30T15:00:00.000Z',
    )
    expect(new Date(japaneseMonthStart(Date.parse('2026-11-30T14:59:59Z'))).toISOString()).toBe(
      '2026-10-31T15:00:00.000Z',
    )
  })
})
