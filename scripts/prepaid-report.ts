/**
 * `npm run -s prepaid:report -- 2026-09-30 > report.csv`: unused paid points as of a reporting date, in
 * points and yen, as CSV. Without a day: as of the last reporting date before today.
 */
import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import { baseDateCsv, baseDatesBefore } from '#domain/points/reporting-date.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { baseDateReport } from '#server/points/reporting-date.ts'
import { printFailure } from './run-app.ts'
import { withDatabase } from './with-database.ts'

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(Date.now())

try {
  const baseDate = process.argv[2] ?? baseDatesBefore(today, 1)[0] ?? ''
  const report = await withDatabase(readConfig(process.env), ({ db }) => baseDateReport(db, baseDate))
  if (isRefusal(report)) throw new ConfigError(`${baseDate}: ${refusals[report.refused].message}`)
  process.stdout.write(baseDateCsv(report))
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
