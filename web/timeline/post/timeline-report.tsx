import { ReportForm } from '#web/safety/report-form.tsx'
import { reportThanks } from '#web/safety/safety-texts.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useReport } from '../queries.ts'

/** Reports a post, or a comment on it. */
export const TimelineReport = ({
  postId,
  commentId,
  onClose,
}: {
  postId: string
  commentId?: string
  onClose: () => void
}) => {
  const report = useReport()
  const what = commentId === undefined ? '投稿' : 'コメント'
  return (
    <ReportForm
      title={`${what}を通報`}
      sentAlong={`${what}の内容が、確認のために運営に送られます。`}
      isSending={report.isPending}
      error={report.error}
      onSend={({ reportId, reason, text }) =>
        report.mutate(
          { reportId, postId, reason, text, ...(commentId === undefined ? {} : { commentId }) },
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
