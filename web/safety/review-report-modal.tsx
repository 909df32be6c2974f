import type { ReviewPart } from '#contract/reviews/reviews.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useReportReview } from './queries.ts'
import { ReportForm } from './report-form.tsx'
import { reportThanks, reviewPartText } from './safety-texts.ts'

/** Reports a review or its answer; the reviewer isn't known here, so nobody can be blocked. */
export const ReviewReportModal = ({
  reviewId,
  part,
  onClose,
}: {
  reviewId: string
  part: ReviewPart
  onClose: () => void
}) => {
  const report = useReportReview()
  return (
    <ReportForm
      title={`${reviewPartText[part]}を通報`}
      sentAlong="レビューと返信の内容が、確認のために運営に送られます。"
      isSending={report.isPending}
      error={report.error}
      onSend={({ reportId, reason, text }) =>
        report.mutate(
          { reportId, reviewId, about: part, reason, text },
          {
            onSuccess: () => {
              onClose()
              void showToast({ tone: 'ok', title: '通報しました', text: reportThanks })
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
