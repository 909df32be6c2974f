import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { readReportText } from '#domain/safety/report.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { membersByIds } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type ReportMatter, storeReport } from '#server/safety/store-report.ts'
import { reviewSeenBy } from '../queries.ts'

type ReviewReport = InputOf<typeof reviewsEndpoints.reportReview>

/**
 * Reports a review or its answer, with both as they are now; only operators see the author. Every member who
 * may read it may report it, the reviewed broadcaster too. The same id again is the same report.
 *
 * The order of the refusals: reportTextTooLong, idempotencyMismatch, notFound, reportSelf, reportTooOften.
 */
export const reportReview = async (
  context: Context,
  { memberId }: Viewer,
  input: ReviewReport,
): Promise<null | Refusal<
  'notFound' | 'reportSelf' | 'reportTextTooLong' | 'reportTooOften' | 'idempotencyMismatch'
>> => {
  const text = readReportText(input.text)
  if (isRefusal(text)) return text
  const { reportId, reason, reviewId, about: part } = input
  const command = { reportId, surface: 'review', reason, text, review: { reviewId, part } } as const
  return inTransaction(context.db, (tx) =>
    storeReport(tx, memberId, command, () => findMatter(tx, memberId, input)),
  )
}

const findMatter = async (
  tx: Tx,
  memberId: string,
  { reviewId, about }: ReviewReport,
): Promise<ReportMatter | Refusal<'notFound' | 'reportSelf'>> => {
  const seen = await reviewSeenBy(tx, reviewId, memberId)
  if (!seen || (about === 'answer' && !seen.answer)) return refuse('notFound')
  const people = await membersByIds(tx, [seen.authorId, seen.targetId])
  const [author, target] = [people.get(seen.authorId), people.get(seen.targetId)]
  if (!author || !target) return refuse('notFound')
  const reported = about === 'review' ? author : target
  if (reported.id === memberId) return refuse('reportSelf')
  const { answer } = seen
  const review = {
    reviewId: seen.reviewId,
    part: about,
    score: seen.score,
    description: seen.description,
    postedAt: seen.postedAt.toISOString(),
    author: { id: author.id, name: author.name },
    target: { id: target.id, name: target.name },
    answer: answer && { text: answer.text, answeredAt: answer.answeredAt.toISOString() },
  }
  return { reported, evidence: { messages: [], call: null, review } }
}
