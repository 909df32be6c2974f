import { useState } from 'react'
import { call, isFailure } from '#contract/core/client.ts'
import { type PurchaseLimits, purchaseEndpoints } from '#contract/points/purchase.ts'
import { ageRanges } from '#domain/points/age-bands.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ageRangeText, bandLimitText } from './age-band-text.ts'
import styles from './purchase/purchase.module.css'

/** The limit that members set for themselves: a lower one holds at once, a higher one after 24 h. */
export const LimitModal = ({
  limits,
  onClose,
  onSet,
}: {
  limits: PurchaseLimits
  onClose: () => void
  onSet: () => void
}) => {
  const [text, setText] = useState(limits.ownLimitYen === null ? '' : String(limits.ownLimitYen))
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const send = async (monthlyYen: number | null) => {
    setIsSending(true)
    const answer = await call(purchaseEndpoints.setOwnPurchaseLimit, { monthlyYen })
    setIsSending(false)
    if (isFailure(answer)) setError(answer.message)
    else onSet()
  }
  const submit = () => {
    const amount = text.normalize('NFKC').replace(/[,円\s]/g, '')
    if (/^\d{1,8}$/.test(amount)) void send(Number(amount))
    else setError('金額を数字で入力してください。')
  }
  return (
    <Modal open title="ひと月の上限" onClose={onClose} dismissible={!isSending}>
      <p className={styles.modalText}>
        使いすぎを防ぐために、ひと月に購入する金額の上限を決められます。下げるとすぐに、上げると24時間後に変わります。
      </p>
      {limits.ageBands.length > 0 ? (
        <table className={styles.bands}>
          <caption>年齢による上限（ひと月）</caption>
          <tbody>
            {ageRanges(limits.ageBands).map((range) => (
              <tr key={range.fromAge}>
                <th scope="row">{ageRangeText(range)}</th>
                <td className="num">{bandLimitText(range)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) submit()
        }}
      >
        <Field
          label="上限の金額"
          note="円"
          error={error}
          hint={
            limits.ageLimitYen === null ? undefined : `年齢による上限は${count(limits.ageLimitYen)}円です。`
          }
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            placeholder="例: 30000"
            value={text}
            data-autofocus
            onChange={(event) => {
              setText(event.target.value)
              setError(null)
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" block busy={isSending}>
          この金額にする
        </Button>
        {limits.ownLimitYen === null ? null : (
          <Button variant="text" block aria-disabled={isSending} onClick={() => void send(null)}>
            自分の上限をなくす
          </Button>
        )}
      </form>
    </Modal>
  )
}
