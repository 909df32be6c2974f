import { expect, it } from 'vitest'
import { japaneseDayStart } from './japanese-day.ts'

const dayMs = 86_400_000
/** 2026-11-23, midnight in Japan. */
const midnight = Date.UTC(2026, 10, 22, 15)

it('begins a Japanese day at midnight in Japan', () => {
  expect(japaneseDayStart(midnight)).toBe(midnight)
  expect(japaneseDayStart(midnight + dayMs - 1)).toBe(midnight)
  expect(japaneseDayStart(midnight - 1)).toBe(midnight - dayMs)
})
