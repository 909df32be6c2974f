import { useState } from 'react'
import { type ReportReason, reportReasons, reportTextMax } from '../../contract/safety.ts'
import { Button } from '../ui/button.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { showToast } from '../ui/toast.ts'
import { useAddBlock, useAddReport } from './queries.ts'
import styles from './safety-menu.module.css'
import type { SafetySubject } from './safety-subject.ts'
import { reasonText } from './safety-words.ts'
import { useBlockDone } from './use-block-done.ts'

/** One id for one content: a retry after a lost answer is the same report, a changed one is another. */
const useReportId = (content: string): string => {
  const [made, setMade] = useState(() => ({ content, id: crypto.randomUUID() }))
  if (made.content === content) return made.id
  const next = { content, id: crypto.randomUUID() }
  setMade(next)
  return next.id
}

/** What is sent along, so that nobody is surprised by it. */
const sentAlong = {
  profile: 'これまでのトークの一部が、確認のために運営に送られます。',
  chat: '前後のメッセージが、確認のために運営に送られます。',
  call: '通話の日時と、これまでのトークの一部が運営に送られます。通話の内容は記録されていません。',
} as const satisfies Record<SafetySubject['surface'], string>

/** The report's form; on request it blocks as well. */
export const ReportModal = ({
  partner,
  surface,
  messageId,
  callId,
  night = false,
  onClose,
}: SafetySubject & { night?: boolean; onClose: () => void }) => {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [lacksReason, setLacksReason] = useState(false)
  const [text, setText] = useState('')
  const [blocksToo, setBlocksToo] = useState(false)
  const reportId = useReportId(`${reason} ${text}`)
  const report = useAddReport()
  const block = useAddBlock()
  const isBlockDone = useBlockDone()
  const isSending = report.isPending || block.isPending
  const error = report.error ?? block.error

  const send = async () => {
    setLacksReason(reason === null)
    if (!reason) return
    try {
      await report.mutateAsync({ reportId, partnerId: partner.id, surface, reason, text, messageId, callId })
      if (blocksToo) await block.mutateAsync(partner.id)
    } catch {
      // Shown below the form; sending again repeats the same report.
      return
    }
    onClose()
    if (blocksToo) isBlockDone(partner.name, surface)
    void showToast({
      tone: 'ok',
      title: blocksToo ? '通報し、ブロックしました' : '通報しました',
      text: 'ご協力ありがとうございます。運営が内容を確認します。',
    })
  }

  return (
    <Modal open title={`${partner.name}さんを通報`} dismissible={!isSending} night={night} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <fieldset className={styles.reasons}>
          <legend>通報の理由</legend>
          {lacksReason ? (
            <p className={styles.refusal} role="alert">
              通報の理由を選んでください。
            </p>
          ) : null}
          {reportReasons.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="reason"
                checked={reason === each}
                onChange={() => {
                  setReason(each)
                  setLacksReason(false)
                }}
              />
              {reasonText[each]}
            </label>
          ))}
        </fieldset>
        <Field label="くわしい内容" note="任意">
          <Textarea
            rows={3}
            maxLength={reportTextMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={blocksToo}
            onChange={(event) => setBlocksToo(event.target.checked)}
          />
          あわせてブロックする
        </label>
        <p className={styles.note}>{sentAlong[surface]}通報したことは、お相手に伝わりません。</p>
        {error ? (
          <p className={styles.refusal} role="alert">
            {error.message}
          </p>
        ) : null}
        <Button block variant="primary" type="submit" busy={isSending}>
          通報する
        </Button>
      </form>
    </Modal>
  )
}
