import { describe, expect, it, test } from 'vitest'
import { decideReport, readReportText } from './report.ts'

const nowMs = 1_700_000_000_000
const hourMs = 3_600_000
const ago = (count: number, ms: number) => Array<number>(count).fill(nowMs - ms)

describe('the reports of one member', () => {
  it.each<[string, number[], unknown]>([
    ['the first', [], null],
    ['the 10th in an hour', ago(9, 1), null],
    ['the 11th in an hour', ago(10, hourMs - 1), { refused: 'reportTooOften' }],
    ['the 11th an hour later', ago(10, hourMs), null],
    ['the 31st in a day', ago(30, 20 * hourMs), { refused: 'reportTooOften' }],
    ['the next day', ago(30, 24 * hourMs), null],
  ])('%s', (_story, earlier, answer) => {
    expect(decideReport(earlier, nowMs)).toEqual(answer)
  })
})

test('the characters of a report’s text are counted as people count them', () => {
  expect(readReportText('  しつこいです \n')).toBe('しつこいです')
  expect(readReportText('👨‍👩‍👧‍👦'.repeat(1000))).toHaveLength(11_000)
  expect(readReportText('あ'.repeat(1001))).toEqual({ refused: 'reportTextTooLong' })
})
