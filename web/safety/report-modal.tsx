import type { MemberSurface } from '#contract/safety/safety.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useAddBlock, useAddReport } from './queries.ts'
import { type FilledReport, ReportForm } from './report-form.tsx'
import { type SafetySubject, safetyPlaces } from './safety-subject.ts'
import { reportThanks } from './safety-texts.ts'
import { useBlockDone } from './use-block-done.ts'

const sentAlong = {
  profile: 'これまでのトークの一部が、確認のために運営に送られます。',
  chat: '前後のメッセージが、確認のために運営に送られます。',
  call: '通話の日時と、これまでのトークの一部が運営に送られます。通話の内容は記録されていません。',
} as const satisfies Record<MemberSurface, string>

/** Reports a member; on request it blocks as well. */
export const ReportModal = ({
  partner,
  place,
  messageId,
  callId,
  night = false,
  onBlocked,
  onClose,
}: SafetySubject & { night?: boolean; onClose: () => void }) => {
  const { surface } = safetyPlaces[place]
  const report = useAddReport()
  const block = useAddBlock()
  const isBlockDone = useBlockDone()

  const send = async ({ blocksToo, ...filled }: FilledReport) => {
    try {
      await report.mutateAsync({ ...filled, partnerId: partner.id, surface, messageId, callId })
      if (blocksToo) await block.mutateAsync(partner.id)
    } catch {
      // Shown below the form.
      return
    }
    onClose()
    if (blocksToo) {
      onBlocked?.()
      isBlockDone(partner.name, place)
    }
    void showToast({
      tone: 'ok',
      title: blocksToo ? '通報し、ブロックしました' : '通報しました',
      text: reportThanks,
    })
  }

  return (
    <ReportForm
      title={`${partner.name}さんを通報`}
      sentAlong={sentAlong[surface]}
      offersBlock
      isSending={report.isPending || block.isPending}
      error={report.error ?? block.error}
      night={night}
      onSend={(filled) => void send(filled)}
      onClose={onClose}
    />
  )
}
