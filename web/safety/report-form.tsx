import { useState } from 'react'
import { type ReportReason, reportReasons, reportTextMax } from '#contract/safety/safety.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { ReasonChoice } from '#web/ui/form/reason-choice.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from './safety-menu.module.css'
import { reasonText } from './safety-texts.ts'

/** What the form was filled in with; the id is the same while the content is. */
export interface FilledReport {
  reportId: string
  reason: ReportReason
  text: string
  blocksToo: boolean
}

/** The form of every report: the reason, a free text, and, where a member can be blocked, the block. */
export const ReportForm = ({
  title,
  sentAlong,
  offersBlock = false,
  isSending,
  error,
  night = false,
  onSend,
  onClose,
}: {
  title: string
  /** What is sent along, so that nobody is surprised by it. */
  sentAlong: string
  offersBlock?: boolean
  isSending: boolean
  /** Why it was not sent; sending again repeats the same report. */
  error: Error | null
  night?: boolean
  onSend: (report: FilledReport) => void
  onClose: () => void
}) => {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [lacksReason, setLacksReason] = useState(false)
  const [text, setText] = useState('')
  const [blocksToo, setBlocksToo] = useState(false)
  const sent = useSentId()
  return (
    <Modal
      open
      title={title}
      dismissible={!isSending}
      isWritten={text !== ''}
      night={night}
      onClose={onClose}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          setLacksReason(reason === null)
          if (reason) onSend({ reportId: sent.idOf([reason, text]), reason, text, blocksToo })
        }}
      >
        <Reasons
          chosen={reason}
          isMissing={lacksReason}
          onChoose={(chosen) => {
            setReason(chosen)
            setLacksReason(false)
          }}
        />
        <Field label="くわしい内容" note="任意">
          <Textarea
            rows={3}
            maxLength={reportTextMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {offersBlock ? <BlockChoice blocksToo={blocksToo} onChange={setBlocksToo} /> : null}
        <p className={styles.note}>{sentAlong}通報したことは、お相手に伝わりません。</p>
        <Refusal text={error?.message} />
        <Button block variant="primary" type="submit" busy={isSending}>
          通報する
        </Button>
      </form>
    </Modal>
  )
}

const BlockChoice = ({
  blocksToo,
  onChange,
}: {
  blocksToo: boolean
  onChange: (blocksToo: boolean) => void
}) => (
  <label className={styles.check}>
    <input type="checkbox" checked={blocksToo} onChange={(event) => onChange(event.target.checked)} />
    あわせてブロックする
  </label>
)

const Reasons = ({
  chosen,
  isMissing,
  onChoose,
}: {
  chosen: ReportReason | null
  isMissing: boolean
  onChoose: (reason: ReportReason) => void
}) => (
  <ReasonChoice
    legend="通報の理由"
    texts={reasonText}
    reasons={reportReasons}
    chosen={chosen}
    refusal={isMissing ? '通報の理由を選んでください。' : null}
    onChoose={onChoose}
  />
)
