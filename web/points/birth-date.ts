import { isRefusal } from '#contract/core/refusal.ts'
import { ageAt, readBirthDate } from '#domain/account/birth-date.ts'

/** As typed, in digits of either width. */
export interface BirthDateParts {
  year: string
  month: string
  day: string
}

export const noParts: BirthDateParts = { year: '', month: '', day: '' }

const digits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** A whole date in one field, as a browser or a paste fills it: 19900501, 1990/05/01, 1990年5月1日. Null: not one. */
export const wholeDateIn = (text: string): BirthDateParts | null => {
  const groups = text.normalize('NFKC').match(/\d+/g) ?? []
  const [year = '', month = '', day = ''] =
    groups.length === 1
      ? [text.normalize('NFKC').slice(0, 4), digits(text).slice(4, 6), digits(text).slice(6)]
      : groups
  const isWhole = groups.length === 3 || digits(text).length === 8
  return isWhole && /^\d{4}$/.test(year) ? { year, month, day } : null
}

/** The typed date as YYYY-MM-DD; null when it is no day on which a living person was born. */
export const birthDateIn = (parts: BirthDateParts, nowMs: number): string | null => {
  const [year, month, day] = [digits(parts.year), digits(parts.month), digits(parts.day)]
  if (year.length !== 4 || month === '' || day === '') return null
  const birthDate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRefusal(readBirthDate(birthDate, nowMs)) ? null : birthDate
}

/** 1990年5月1日・36歳 */
export const birthDateText = (birthDate: string, nowMs: number): string => {
  const [year, month, day] = birthDate.split('-').map(Number)
  return `${year}年${month}月${day}日・${ageAt(birthDate, nowMs)}歳`
}
