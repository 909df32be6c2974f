import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { reportTextMax } from '#contract/safety/safety.ts'
import { isLongerThan, withoutStackedMarks } from '#domain/text/written.ts'
import { isRateReached, type RateLimit } from './rate-limit.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Blocking is a better help for a member who meets more such people; a flood of reports hides the important
 * ones.
 */
const reportLimits: readonly RateLimit[] = [
  { windowMs: hourMs, max: 10 },
  { windowMs: dayMs, max: 30 },
]
/** How far back the instants of earlier reports reach, in milliseconds. */
export const reportsWindowMs = dayMs

/** The text of a report as it is stored; refuses more than `reportTextMax` graphemes. */
export const readReportText = (written: string): string | Refusal<'reportTextTooLong'> => {
  const text = withoutStackedMarks(written).trim()
  return isLongerThan(text, reportTextMax) ? refuse('reportTextTooLong') : text
}

/** Whether one more report may be made now; `reportedAtMs` are the earlier ones within `reportsWindowMs`. */
export const decideReport = (
  reportedAtMs: readonly number[],
  nowMs: number,
): null | Refusal<'reportTooOften'> =>
  isRateReached(reportLimits, reportedAtMs, nowMs) ? refuse('reportTooOften') : null
