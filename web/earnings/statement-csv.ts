import type { EarningLine } from '#contract/points/earnings.ts'
import { earningStateText, lineTitle } from './earning-text.ts'

const head = ['日時', '内容', '明細番号', '通話秒数', '無料ポイント', '有料ポイント', '報酬', '状態']

const japaneseTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * A month's lines for a spreadsheet, oldest first: UTF-8 with the byte order mark by which Excel recognises it, and CSV's
 * line ends.
 */
export const statementCsv = (lines: readonly EarningLine[]): string => {
  const rows = lines
    .toReversed()
    .map((line) => [
      japaneseTime.format(Date.parse(line.earnedAt)),
      lineTitle(line),
      line.callId ?? '',
      line.connectedSec ?? '',
      line.freePoints,
      line.paidPoints,
      line.earned,
      earningStateText[line.state],
    ])
  return `\uFEFF${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`
}
