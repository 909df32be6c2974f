import { expect, it } from 'vitest'
import { scheduleWeek } from './schedule.ts'

it('marks national holidays in the week from a Sunday', () => {
  const week = scheduleWeek([], Date.parse('2026-11-22T12:00+09:00'))
  expect(week.map(({ holiday }) => holiday)).toEqual([null, '勤労感謝の日', ...Array(5).fill(null)])
})
