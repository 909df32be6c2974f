import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** 資金決済法: unused prepaid points are reported as of these days, each with the half-year that it ends. */
const periods = [
  { baseDate: '03-31', startYearsBefore: 1, start: '10-01' },
  { baseDate: '09-30', startYearsBefore: 0, start: '04-01' },
] as const

/** The first day of the half-year that a reporting date ends, both YYYY-MM-DD. Refuses: baseDateUnknown. */
export const periodStartOf = (baseDate: string): string | Refusal<'baseDateUnknown'> => {
  const [, year = '', monthDay = ''] = /^(\d{4})-(\d{2}-\d{2})$/.exec(baseDate) ?? []
  const period = periods.find((one) => one.baseDate === monthDay)
  return period ? `${Number(year) - period.startYearsBefore}-${period.start}` : refuse('baseDateUnknown')
}

/** The reporting dates before a Japanese day (YYYY-MM-DD), newest first, over the last `years` years. */
export const baseDatesBefore = (today: string, years: number): string[] => {
  const year = Number(today.slice(0, 4))
  return Array.from({ length: years + 1 }, (_, ago) => [`${year - ago}-09-30`, `${year - ago}-03-31`])
    .flat()
    .filter((day) => day < today)
}

/** Paid points over a half-year. A paid point is sold for one yen (product.md 6.4), so points are yen. */
export interface BaseDateReport {
  baseDate: string
  periodStart: string
  /** Unused when the half-year began. */
  openingPoints: number
  issuedPoints: number
  usedPoints: number
  /** Returned to the lots they were paid from. */
  returnedPoints: number
  expiredPoints: number
  /** Taken back for a payment that was reversed. */
  takenBackPoints: number
  /** Unused at the reporting date's end. */
  unusedPoints: number
  /** Of these, those that had expired without being posted yet. */
  overduePoints: number
  /** Wallets that held them. */
  holders: number
  /** The reporting date's checkpoint; null before it is made. */
  checkpointHash: string | null
}

/** What a half-year's movements make of its opening: always the unused points, or the books are wrong. */
export const closingPoints = (report: BaseDateReport): number =>
  report.openingPoints +
  report.issuedPoints -
  report.usedPoints +
  report.returnedPoints -
  report.expiredPoints -
  report.takenBackPoints

const cell = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`

/** Its lines: points and, because a paid point is sold for one, as many yen. */
export const baseDateLines = (report: BaseDateReport): { label: string; points: number }[] => [
  { label: '期首の未使用残高', points: report.openingPoints },
  { label: '期中の発行', points: report.issuedPoints },
  { label: '期中の使用', points: report.usedPoints },
  { label: '期中の返還', points: report.returnedPoints },
  { label: '期中の失効', points: report.expiredPoints },
  { label: '期中の取消', points: report.takenBackPoints },
  { label: '基準日未使用残高', points: report.unusedPoints },
  { label: 'うち期限到来・失効処理待ち', points: report.overduePoints },
]

/** As a spreadsheet opens it in Japan: UTF-8 with its mark, lines ended by CR LF. */
export const baseDateCsv = (report: BaseDateReport): string => {
  const rows: (string | number)[][] = [
    ['項目', '有料ポイント（pt）', '金額（円）'],
    ...baseDateLines(report).map(({ label, points }) => [label, points, points]),
    ['基準日', report.baseDate, ''],
    ['期間の初日', report.periodStart, ''],
    ['保有者数（人）', report.holders, ''],
    ['基準日の確定', report.checkpointHash ?? '未確定', ''],
  ]
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
