import { expect, test } from 'vitest'
import {
  type BaseDateReport,
  baseDateCsv,
  baseDatesBefore,
  closingPoints,
  periodStartOf,
} from './reporting-date.ts'

test('a reporting date ends the half-year that began on 1 October or 1 April', () => {
  expect(periodStartOf('2027-03-31')).toBe('2026-10-01')
  expect(periodStartOf('2026-09-30')).toBe('2026-04-01')
})

test.each(['2026-03-30', '2026-12-31', '2026-9-30', 'x2026-09-30', ''])('%s is no reporting date', (day) => {
  expect(periodStartOf(day)).toEqual({ refused: 'baseDateUnknown' })
})

test.each([
  ['2026-11-22', '2026-09-30'],
  ['2026-10-01', '2026-09-30'],
  ['2026-09-30', '2026-03-31'],
  ['2026-04-01', '2026-03-31'],
  ['2026-03-31', '2025-09-30'],
  ['2026-01-01', '2025-09-30'],
])('on %s the last one over is %s', (today, baseDate) => {
  expect(baseDatesBefore(today, 1)[0]).toBe(baseDate)
})

const report: BaseDateReport = {
  baseDate: '2026-09-30',
  periodStart: '2026-04-01',
  openingPoints: 1_000,
  issuedPoints: 5_000,
  usedPoints: 2_400,
  returnedPoints: 100,
  expiredPoints: 200,
  takenBackPoints: 500,
  unusedPoints: 3_000,
  overduePoints: 0,
  holders: 2,
  checkpointHash: null,
}

test('the movements lead from the opening to what is unused', () => {
  expect(closingPoints(report)).toBe(report.unusedPoints)
})

test('the file opens in a spreadsheet, with points and yen', () => {
  const csv = baseDateCsv(report)
  expect(csv.startsWith('\uFEFF"項目","有料ポイント（pt）","金額（円）"\r\n')).toBe(true)
  expect(csv).toContain('"基準日未使用残高","3000","3000"\r\n')
  expect(csv).toContain('"基準日の確定","未確定",""\r\n')
})
