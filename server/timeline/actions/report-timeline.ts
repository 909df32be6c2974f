import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { timelineEndpoints } from '#contract/timeline/timeline.ts'
import { readReportText } from '#domain/safety/report.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { membersByIds } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type ReportMatter, storeReport } from '#server/safety/store-report.ts'
import { commentOnPost } from '../comments.ts'
import { keepMovieForReport } from '../movies/movie-rows.ts'
import { postById } from '../posts.ts'

type TimelineReport = InputOf<typeof timelineEndpoints.reportTimeline>

/**
 * Reports a post or a comment, with both as they are now. Only operators learn who wrote a comment whose author the
 * reporter doesn't see. The same id again is the same report.
 *
 * The order of the refusals: reportTextTooLong, idempotencyMismatch, notFound, reportSelf, reportTooOften.
 */
export const reportTimeline = async (
  context: Context,
  viewer: Viewer,
  input: TimelineReport,
): Promise<null | Refusal<
  'notFound' | 'reportSelf' | 'reportTextTooLong' | 'reportTooOften' | 'idempotencyMismatch'
>> => {
  const text = readReportText(input.text)
  if (isRefusal(text)) return text
  const { reportId, reason, postId, commentId = null } = input
  const command = { reportId, surface: 'timeline', reason, text, timeline: { postId, commentId } } as const
  return inTransaction(context.db, (tx) =>
    storeReport(tx, viewer.memberId, command, () => findMatter(context, tx, viewer, { postId, commentId })),
  )
}

const findMatter = async (
  context: Pick<Context, 'now'>,
  tx: Tx,
  viewer: Viewer,
  { postId, commentId }: { postId: string; commentId: string | null },
): Promise<ReportMatter | Refusal<'notFound' | 'reportSelf'>> => {
  const post = await postById(tx, viewer, postId)
  const comment = commentId === null ? null : await commentOnPost(tx, viewer, { commentId, postId })
  if (!post || (commentId !== null && !comment)) return refuse('notFound')
  const reportedId = comment ? comment.authorId : post.author.id
  if (reportedId === viewer.memberId) return refuse('reportSelf')
  const reported = (await membersByIds(tx, [reportedId])).get(reportedId)
  if (!reported) return refuse('notFound')
  if (post.movie) await keepMovieForReport(tx, post.movie.fileId, context.now())
  const timeline = {
    postId,
    author: { id: post.author.id, name: post.author.name },
    text: [post.text, ...(post.poll?.choices.map((choice) => `・${choice.text}`) ?? [])].join('\n'),
    images: post.images.map(({ imageId }) => ({ imageId })),
    movie: post.movie,
    postedAt: post.postedAt,
    comment: comment && {
      commentId: comment.commentId,
      author: { id: reported.id, name: reported.name },
      text: comment.text,
      postedAt: comment.postedAt,
    },
  }
  return {
    reported: { id: reported.id, name: reported.name },
    evidence: { messages: [], call: null, timeline },
  }
}
