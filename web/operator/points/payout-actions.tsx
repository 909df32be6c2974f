import { useState } from 'react'
import {
  type OpenFreeze,
  operatorPayoutsEndpoints,
  type PayoutToDecide,
  refusalReasonMax,
} from '#contract/points/operator/payouts.ts'
import { AnswerError } from '#web/shell/query.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'

/** The actions for an open request. */
export const PayoutActions = ({ payout }: { payout: PayoutToDecide }) => {
  const approve = useOperatorAction(operatorPayoutsEndpoints.operatorApprovePayout)
  const pay = useOperatorAction(operatorPayoutsEndpoints.operatorPayPayout)
  const [isRefusing, setIsRefusing] = useState(false)
  const { payoutId } = payout
  return (
    <>
      <div className={styles.choices}>
        {payout.state === 'requested' ? (
          <Button
            variant="tonal"
            size="s"
            busy={approve.isPending}
            onClick={() => approve.mutate({ payoutId })}
          >
            承認する
          </Button>
        ) : (
          <ConfirmButton
            action={pay}
            input={{ payoutId }}
            label="支払い済みにする"
            title="振込は済みましたか？"
            variant="tonal"
          >
            {payout.name}さんへの{count(payout.points)}円を支払い済みにします。元に戻せません。
          </ConfirmButton>
        )}
        <Button size="s" onClick={() => setIsRefusing(true)}>
          差し戻す
        </Button>
      </div>
      <Refusal text={approve.error?.message} />
      <Modal open={isRefusing} onClose={() => setIsRefusing(false)} title="申請を差し戻す">
        <Refusing payout={payout} onDone={() => setIsRefusing(false)} />
      </Modal>
    </>
  )
}

const Refusing = ({ payout, onDone }: { payout: PayoutToDecide; onDone: () => void }) => {
  const refuse = useOperatorAction(operatorPayoutsEndpoints.operatorRefusePayout)
  const [because, setBecause] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isReturned, setIsReturned] = useState(false)
  const { error } = refuse
  // The list may be older than the batch.
  const isBatched =
    payout.batchedAt !== null || (error instanceof AnswerError && error.code === 'payoutBatched')
  const send = () => {
    setIsMissing(because.trim() === '')
    if (because.trim() === '') return
    refuse.mutate({ payoutId: payout.payoutId, because, isReturned }, { onSuccess: onDone })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p>
        {payout.name}さんの{count(payout.points)}円の申請を差し戻します。
      </p>
      <Field
        label="理由"
        hint="ご本人に表示されます。"
        error={isMissing ? '理由を入力してください。' : (error?.message ?? null)}
      >
        <Textarea
          value={because}
          maxLength={refusalReasonMax}
          data-autofocus
          onChange={(event) => setBecause(event.target.value)}
        />
      </Field>
      {isBatched ? (
        <fieldset className={styles.radios}>
          <legend>
            すでに振込データに保存しています。振り込まれた申請を差し戻すと、同じ報酬が次の申請でもう一度支払われます。
          </legend>
          <label>
            <input
              type="checkbox"
              checked={isReturned}
              onChange={(event) => setIsReturned(event.target.checked)}
            />
            銀行から返金された、または銀行へ送っていないことを確かめました
          </label>
        </fieldset>
      ) : null}
      <Button type="submit" variant="primary" block busy={refuse.isPending}>
        差し戻す
      </Button>
    </form>
  )
}

/** The dispute is lost: it can't be undone. */
export const EarningsReversal = ({ freeze }: { freeze: OpenFreeze }) => {
  const reversal = useOperatorAction(operatorPayoutsEndpoints.operatorTakeBackEarnings)
  return (
    <ConfirmButton
      action={reversal}
      input={{ orderId: freeze.orderId }}
      label="取り消す"
      title="報酬を取り消しますか？"
    >
      注文 {freeze.orderId}{' '}
      から得た報酬を取り消します。支払い済みの分は、次の支払いから差し引かれます。元に戻せません。
    </ConfirmButton>
  )
}
