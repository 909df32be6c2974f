import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type QuitReason,
  type QuitTerms,
  quitCommentMax,
  quitEndpoints,
  quitReasons,
} from '#contract/privacy/deactivation.ts'
import { requireProof } from '#web/account/identity-proof/identity-proof.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import { getSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { ReasonChoice } from '#web/ui/form/reason-choice.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './deactivation.module.css'
import { leftOf } from './deactivation-losses.tsx'

/** Why, and then the last question, whose two answers weigh the same. */
export const DeactivationForm = ({
  terms,
  onSending,
  onDone,
}: {
  terms: QuitTerms
  onSending: (isSending: boolean) => void
  onDone: (cancelUntil: string) => void
}) => {
  const navigate = useNavigate()
  const [reason, setReason] = useState<QuitReason | null>(null)
  const [comment, setComment] = useState('')
  const [leavesEarnings, setLeavesEarnings] = useState(false)
  const [missing, setMissing] = useState<'reason' | 'earnings' | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const hasEarnings = terms.earnings !== null && leftOf(terms.earnings) > 0
  const quit = useQuit({ comment, leavesEarnings, onSending, onDone })
  const goOn = () => {
    const lacking = reason === null ? 'reason' : hasEarnings && !leavesEarnings ? 'earnings' : null
    setMissing(lacking)
    setIsConfirming(lacking === null)
  }
  return (
    <Panel>
      <p className={styles.text}>
        お手元に残したい方は、先に<Link to={paths.dataExport()}>データの控え</Link>を保存できます。
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
      >
        <Reasons chosen={reason} isMissing={missing === 'reason'} onChoose={setReason} />
        <Field label="ご意見" note="任意">
          <Textarea
            rows={3}
            maxLength={quitCommentMax}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Field>
        {hasEarnings ? (
          <EarningsChoice
            isChosen={leavesEarnings}
            isMissing={missing === 'earnings'}
            onChoose={setLeavesEarnings}
          />
        ) : null}
        <div className={styles.two}>
          <Button block onClick={() => void navigate(paths.myPage())}>
            戻る
          </Button>
          <Button block type="submit">
            確認へ進む
          </Button>
        </div>
      </form>
      {isConfirming && reason ? (
        <LastQuestion
          isSending={quit.isPending}
          error={quit.error}
          onQuit={() => quit.mutate(reason)}
          onClose={() => {
            setIsConfirming(false)
            quit.reset()
          }}
        />
      ) : null}
    </Panel>
  )
}

const useQuit = ({
  comment,
  leavesEarnings,
  onSending,
  onDone,
}: {
  comment: string
  leavesEarnings: boolean
  onSending: (isSending: boolean) => void
  onDone: (cancelUntil: string) => void
}) =>
  useMutation({
    mutationFn: (reason: QuitReason) =>
      requireProof(quitEndpoints.deactivateAccount, { reason, comment, confirm: true, leavesEarnings }),
    onMutate: () => onSending(true),
    onSuccess: ({ cancelUntil }) => {
      onDone(cancelUntil)
      // The server ended the session; this updates the page.
      void getSession()
    },
    onError: () => onSending(false),
  })

const EarningsChoice = ({
  isChosen,
  isMissing,
  onChoose,
}: {
  isChosen: boolean
  isMissing: boolean
  onChoose: (isChosen: boolean) => void
}) => (
  <>
    <label className={styles.check}>
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
      受け取っていない報酬を残したまま退会します
    </label>
    <Refusal
      text={isMissing ? '報酬の支払いを先に申請するか、残したまま退会することを選んでください。' : null}
    />
  </>
)

const LastQuestion = ({
  isSending,
  error,
  onQuit,
  onClose,
}: {
  isSending: boolean
  error: Error | null
  onQuit: () => void
  onClose: () => void
}) => (
  <ConfirmDialog
    title="退会しますか？"
    label="退会する"
    isEven
    isPending={isSending}
    error={error}
    onConfirm={onQuit}
    onClose={onClose}
  >
    <p className={styles.text}>すぐにログアウトし、プロフィールは見えなくなります。</p>
  </ConfirmDialog>
)

const deactivationReasonText: Record<QuitReason, string> = {
  notUsing: 'あまり使わなくなった',
  price: '料金が高い',
  noMatch: '話したい相手が見つからない',
  trouble: '相手とのトラブルがあった',
  difficult: '使いにくい・不具合がある',
  privacy: '個人情報が気になる',
  other: 'その他',
}

const Reasons = ({
  chosen,
  isMissing,
  onChoose,
}: {
  chosen: QuitReason | null
  isMissing: boolean
  onChoose: (reason: QuitReason) => void
}) => (
  <ReasonChoice
    legend="退会の理由"
    texts={deactivationReasonText}
    reasons={quitReasons}
    chosen={chosen}
    refusal={isMissing ? '退会の理由を選んでください。' : null}
    onChoose={onChoose}
  />
)
