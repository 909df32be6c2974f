import { OneReport } from '#web/safety/one-report.tsx'
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
    <OneReport
      report={report}
      input={(filled) => ({ ...filled, postId, ...(commentId === undefined ? {} : { commentId }) })}
      title={`${what}を通報`}
      sentAlong={`${what}の内容が、確認のために運営に送られます。`}
      onClose={onClose}
    />
  )
}
