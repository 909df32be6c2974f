import { useState } from 'react'
import { type BookingLine, operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { bookingNeedsTwo } from '#domain/points/purchase/bank-booking.ts'
import { count } from '#web/text/format.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'

/** Full-width digits and separators are taken as they are typed. */
export const numberIn = (text: string): number => Number(text.normalize('NFKC').replace(/\D/g, ''))

/** Books an incoming bank transfer: as many paid points as yen. */
export const BookTransfer = ({ orderId, priceYen }: { orderId: string; priceYen: number }) => {
  const book = useOperatorAction(operatorOrdersEndpoints.operatorBookTransfer)
  const [amount, setAmount] = useState(String(priceYen))
  const [reference, setReference] = useState('')
  const amountYen = numberIn(amount)
  // The server knows the sum that this operator has booked today.
  const needsTwo = bookingNeedsTwo({ amountYen, priceYen, bookedAloneYen: 0 })
  return (
    <ActionPanel
      title="入金を記帳する"
      about={`注文の金額は${count(priceYen)}円です。入金した額と同じ有料ポイントを届けます。足りないときは、無料ポイントはつきません。`}
    >
      <Field label="入金した額" note="円">
        <Input inputMode="numeric" value={amount} onChange={(event) => setAmount(event.target.value)} />
      </Field>
      <Field label="入金の番号" hint="通帳や明細の番号。同じ番号は二度記帳できません。">
        <Input maxLength={64} value={reference} onChange={(event) => setReference(event.target.value)} />
      </Field>
      <ConfirmButton
        action={book}
        input={{ orderId, amountYen, reference }}
        label="記帳する"
        title={`${count(amountYen)}円の入金を記帳しますか？`}
        variant="ink"
      >
        <p>
          {needsTwo
            ? `別の担当者が承認すると、有料ポイント${count(amountYen)}ptを届けます。`
            : `有料ポイント${count(amountYen)}ptをすぐに届けます。取り消しはできません。`}
        </p>
      </ConfirmButton>
    </ActionPanel>
  )
}

/** A booking that waits for its second operator, who confirms or withdraws it. */
export const DecideTransfer = ({ orderId, booking }: { orderId: string; booking: BookingLine }) => {
  const approve = useOperatorAction(operatorOrdersEndpoints.operatorApproveTransfer)
  const withdraw = useOperatorAction(operatorOrdersEndpoints.operatorWithdrawTransfer)
  const amount = count(booking.amountYen)
  return (
    <ActionPanel
      title="承認待ちの入金"
      about={`${booking.bookedBy}が${amount}円の入金を記帳しました（番号：${booking.reference}）。別の担当者が明細を確かめて承認します。`}
    >
      <div className={styles.choices}>
        <ConfirmButton
          action={approve}
          input={{ orderId }}
          label="承認する"
          title={`${amount}円の入金を承認しますか？`}
          variant="ink"
        >
          <p>有料ポイント{amount}ptをすぐに届けます。取り消しはできません。</p>
        </ConfirmButton>
        <ConfirmButton
          action={withdraw}
          input={{ orderId }}
          label="記帳を取り消す"
          title="この記帳を取り消しますか？"
        >
          <p>正しい内容で、あらためて記帳できます。</p>
        </ConfirmButton>
      </div>
    </ActionPanel>
  )
}
