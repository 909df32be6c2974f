import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { operatorPayoutsEndpoints } from '#contract/points/operator/payouts.ts'
import { saveFile } from '#web/shell/save-file.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'

const endpoint = operatorPayoutsEndpoints.operatorPayoutBatch
type Batch = OutputOf<typeof endpoint>

/** Saves the transfers of approved requests for the bank: each once, earlier ones only after a warning. */
export const PayoutBatch = () => {
  const next = useOperatorAction(endpoint)
  const again = useOperatorAction(endpoint)
  const [saved, setSaved] = useState<Batch | undefined>()
  const save = (batch: Batch) => {
    setSaved(batch)
    if (batch.payouts > 0) saveFile('koyoi-furikomi.csv', batch.csv)
  }
  return (
    <div>
      <Button
        variant="tonal"
        size="s"
        busy={next.isPending}
        onClick={() => next.mutate({}, { onSuccess: save })}
      >
        振込データを保存
      </Button>
      <p className={next.error ? styles.refusal : styles.aside} role="status">
        {next.error?.message ?? (saved ? batchNote(saved) : '')}
      </p>
      {saved && saved.batchedBefore > 0 ? (
        <ConfirmButton
          action={again}
          input={{ again: true }}
          label="保存済みも含めて保存"
          title="もう一度保存しますか？"
          onDone={save}
        >
          すでに保存した{count(saved.batchedBefore)}
          件も振込データに入ります。銀行へ送っていないことを確かめてください。送ったものをもう一度送ると、二重の振り込みになります。
        </ConfirmButton>
      ) : null}
    </div>
  )
}

const batchNote = ({ payouts, yen, batchedBefore, unreadable, frozen }: Batch): string =>
  [
    payouts > 0 ? `${count(payouts)}件、合計${count(yen)}円です。` : '新しく保存する申請はありません。',
    batchedBefore > 0 ? `承認済みのうち${count(batchedBefore)}件は、前にも保存しています。` : '',
    unreadable.length > 0 ? `${count(unreadable.length)}件は口座を読めないため、差し戻してください。` : '',
    frozen.length > 0
      ? `${count(frozen.length)}件は、承認の後に凍結または取り消しになった報酬を含むため、振込データに入れていません。`
      : '',
  ].join('')
