import { expect, it } from 'vitest'
import { birthDateIn, birthDateText, wholeDateIn } from './birth-date.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')

it.each([
  [{ year: '1990', month: '5', day: '1' }, '1990-05-01'],
  [{ year: '１９９０', month: '０５', day: '０１' }, '1990-05-01'],
  [{ year: ' 1990年', month: '5月', day: '1日' }, '1990-05-01'],
  [{ year: '1990', month: '2', day: '30' }, null],
  [{ year: '1990', month: '13', day: '1' }, null],
  [{ year: '90', month: '5', day: '1' }, null],
  [{ year: '1990', month: '', day: '1' }, null],
  [{ year: '2027', month: '1', day: '1' }, null],
  [{ year: '1890', month: '1', day: '1' }, null],
])('reads %j as %s', (parts, birthDate) => {
  expect(birthDateIn(parts, nowMs)).toBe(birthDate)
})

it.each(['19900501', '1990/05/01', '1990-5-1', '１９９０年５月１日'])(
  'divides %s, typed into one field',
  (text) => {
    expect(birthDateIn(wholeDateIn(text) ?? { year: '', month: '', day: '' }, nowMs)).toBe('1990-05-01')
  },
)

it.each(['1990', '199', '19 90', ''])('leaves %j in its field', (text) => {
  expect(wholeDateIn(text)).toBeNull()
})

it.each([
  ['1990-05-01', '1990年5月1日・36歳'],
  ['1990-11-23', '1990年11月23日・35歳'],
  ['2010-12-31', '2010年12月31日・15歳'],
])('repeats %s as %s', (birthDate, text) => {
  expect(birthDateText(birthDate, nowMs)).toBe(text)
})
