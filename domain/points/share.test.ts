import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earnedOfNext, earnedShare, splitShare } from './share.ts'

const percent = fc.integer({ min: 0, max: 100 })
const payments = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 60 })

test('earns 5 of 14 points, and of ten times 14 not 50 but 56', () => {
  expect(earnedShare(14, 40)).toBe(5)
  expect(earnedShare(140, 40)).toBe(56)
})

test('neither costs nor brings the broadcaster a point when a sum is cut into payments', () => {
  fc.assert(
    fc.property(payments, percent, (parts, sharePercent) => {
      let paid = 0
      let earned = 0
      for (const points of parts) {
        const next = earnedOfNext(paid, points, sharePercent)
        expect(next).toBeGreaterThanOrEqual(0)
        expect(next).toBeLessThanOrEqual(points)
        earned += next
        paid += points
      }
      expect(earned).toBe(earnedShare(paid, sharePercent))
      expect(paid * sharePercent - earned * 100).toBeGreaterThanOrEqual(0)
      expect(paid * sharePercent - earned * 100).toBeLessThan(100)
    }),
  )
})

test('splits a share over lots without a remainder, and gives no lot more than a point beyond its part', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5_000 }), { maxLength: 8 }), fc.nat({ max: 100 }), (sums, share) => {
      const total = sums.reduce((sum, points) => sum + points, 0)
      const earned = Math.floor((total * share) / 100)
      const parts = splitShare(earned, sums)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(earned)
      parts.forEach((part, index) => {
        const exact = total === 0 ? 0 : (earned * (sums[index] ?? 0)) / total
        expect(Math.abs(part - exact)).toBeLessThan(1)
      })
    }),
  )
})
