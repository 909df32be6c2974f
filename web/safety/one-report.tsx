import type { UseMutationResult } from '@tanstack/react-query'
import { showToast } from '#web/ui/dialog/toast.ts'
import { type FilledReport, ReportForm } from './report-form.tsx'
import { reportThanks } from './safety-texts.ts'

/** The form of a report that is one request. It closes with thanks when the report has been sent. */
export const OneReport = <Sent,>({
  report,
  input,
  onClose,
  ...look
}: {
  report: UseMutationResult<unknown, Error, Sent>
  input: (filled: Pick<FilledReport, 'reportId' | 'reason' | 'text'>) => Sent
  title: string
  /** What is sent along, so that nobody is surprised by it. */
  sentAlong: string
  night?: boolean
  onClose: () => void
}) => (
  <ReportForm
    {...look}
    isSending={report.isPending}
    error={report.error}
    onSend={({ reportId, reason, text }) =>
      report.mutate(input({ reportId, reason, text }), {
        onSuccess: () => {
          onClose()
          void showToast({ tone: 'ok', title: '通報しました', text: reportThanks })
        },
      })
    }
    onClose={onClose}
  />
)
