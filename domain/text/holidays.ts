/**
 * Japanese holidays by the Act on National Holidays (国民の祝日に関する法律) as it stands since 2022. A year in which a
 * statute moves a holiday, as 2020 and 2021 did for the Olympic Games, needs an exception here.
 */

const dayMs = 86_400_000

/** Days that have a date of their own, by month and day. */
const fixed: Readonly<Record<string, string>> = {
  '1-1': '元日',
  '2-11': '建国記念の日',
  '2-23': '天皇誕生日',
  '4-29': '昭和の日',
  '5-3': '憲法記念日',
  '5-4': 'みどりの日',
  '5-5': 'こどもの日',
  '8-11': '山の日',
  '11-3': '文化の日',
  '11-23': '勤労感謝の日',
}

/** Mondays, by month and number within it. */
const mondays: Readonly<Record<string, string>> = {
  '1-2': '成人の日',
  '7-3': '海の日',
  '9-3': '敬老の日',
  '10-2': 'スポーツの日',
}

/** Leap days since 1980 move the equinox; the formula of the ephemeris holds from 1980 to 2099. */
const equinoxDay = (year: number, base: number): number =>
  Math.floor(base + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4))

/** A holiday by itself, without those that follow from others; `date` is a UTC midnight. */
const namedHoliday = (date: Date): string | null => {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const byDate = fixed[`${month}-${day}`]
  if (byDate !== undefined) return byDate
  if (date.getUTCDay() === 1) {
    const byWeek = mondays[`${month}-${Math.ceil(day / 7)}`]
    if (byWeek !== undefined) return byWeek
  }
  if (month === 3 && day === equinoxDay(year, 20.8431)) return '春分の日'
  if (month === 9 && day === equinoxDay(year, 23.2488)) return '秋分の日'
  return null
}

const shifted = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs)

/** Article 3(2): the first day after a holiday on a Sunday that is no holiday itself. */
const isSubstitute = (date: Date): boolean => {
  for (let back = 1; ; back += 1) {
    const before = shifted(date, -back)
    if (namedHoliday(before) === null) return false
    if (before.getUTCDay() === 0) return true
  }
}

/** The name of the holiday on this day of the calendar; null on any other day. `month` is 1 to 12. */
export const holidayOn = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const named = namedHoliday(date)
  if (named !== null) return named
  if (isSubstitute(date)) return '振替休日'
  // Article 3(3): a day between two holidays.
  const isBetween = namedHoliday(shifted(date, -1)) !== null && namedHoliday(shifted(date, 1)) !== null
  return isBetween ? '国民の休日' : null
}
