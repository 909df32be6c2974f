import type { ReviewPart } from '#contract/reviews/reviews.ts'
import { OneReport } from './one-report.tsx'
import { useReportReview } from './queries.ts'
import { reviewPartText } from './safety-texts.ts'

/** Reports a review or its answer; the reviewer isn't known here, so nobody can be blocked. */
export const ReviewReportModal = ({
  reviewId,
  part,
  onClose,
}: {
  reviewId: string
  part: ReviewPart
  onClose: () => void
}) => (
  <OneReport
    report={useReportReview()}
    input={(filled) => ({ ...filled, reviewId, about: part })}
    title={`${reviewPartText[part]}を通報`}
    sentAlong="レビューと返信の内容が、確認のために運営に送られます。"
    onClose={onClose}
  />
)
