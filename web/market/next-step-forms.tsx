import { useState } from 'react'
import { type Carrier, carriers, marketReviewMax } from '#contract/market/market.ts'
import { marketTransactionsEndpoints, type TransactionDetail } from '#contract/market/transactions.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import styles from './forms.module.css'
import { useMarketChange } from './queries.ts'
import { carrierTexts } from './texts.ts'

/** The seller chooses a counter and gets its code. */
export const LabelForm = ({ transaction }: { transaction: TransactionDetail }) => {
  const { transactionId, hasAddress } = transaction
  const [carrier, setCarrier] = useState<Carrier>('parcel')
  const issue = useMarketChange(marketTransactionsEndpoints.updateFleaMarketShipmentStatus)
  if (!hasAddress)
    return (
      <ButtonLink
        to={paths.marketAddress(paths.marketTransaction(transactionId))}
        variant="primary"
        size="l"
        block
      >
        発送元の住所を登録する
      </ButtonLink>
    )
  return (
    <>
      <fieldset className={styles.row} aria-label="発送の窓口">
        {carriers.map((each) => (
          <Chip key={each} pressed={carrier === each} onPress={() => setCarrier(each)}>
            {carrierTexts[each].name}
          </Chip>
        ))}
      </fieldset>
      <p className={styles.note}>窓口：{carrierTexts[carrier].about}</p>
      {issue.error ? (
        <p className={styles.error} role="alert">
          {issue.error.message}
        </p>
      ) : null}
      <Button
        variant="primary"
        size="l"
        block
        busy={issue.isPending}
        onClick={() => issue.mutate({ transactionId, status: 'label', carrier })}
      >
        発送コードを発行する
      </Button>
    </>
  )
}

/** よかった or 残念だった, with a few words. */
export const ReviewForm = ({ transaction: { transactionId } }: { transaction: TransactionDetail }) => {
  const [isGood, setIsGood] = useState(true)
  const [text, setText] = useState('')
  const send = useMarketChange(marketTransactionsEndpoints.reviewFleaMarketTransaction, {
    success: '評価を送りました',
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate({ transactionId, isGood, text })
      }}
    >
      <fieldset className={styles.row} aria-label="取引の評価">
        <Chip pressed={isGood} onPress={() => setIsGood(true)}>
          よかった
        </Chip>
        <Chip pressed={!isGood} onPress={() => setIsGood(false)}>
          残念だった
        </Chip>
      </fieldset>
      <Field label="コメント" note="任意" hint={`${marketReviewMax}文字まで`} error={send.error?.message}>
        <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="l" block busy={send.isPending}>
        評価を送る
      </Button>
    </form>
  )
}
