import { type ReactNode, useState } from 'react'
import { operatorOrdersEndpoints } from '../../contract/operator-orders.ts'
import { refundNeedsTwo } from '../../domain/points/order.ts'
import { count } from '../text/format.ts'
import { Field, Input } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import styles from './operator-pages.module.css'
import { useOperatorAction } from './operator-queries.ts'

/** Full-width digits and separators are taken as they are typed. */
export const numberIn = (text: string): number => Number(text.normalize('NFKC').replace(/\D/g, ''))

const ActionPanel = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <section className={styles.section}>
    <Panel title={title}>
      <div className={styles.action}>
        <p className={styles.aside}>{about}</p>
        {children}
      </div>
    </Panel>
  </section>
)

/** The points go at once; above the limit a second operator decides first. */
export const RequestRefund = ({ orderId, refundableYen }: { orderId: string; refundableYen: number }) => {
  const request = useOperatorAction(operatorOrdersEndpoints.operatorRequestRefund)
  const [refundId] = useState(() => crypto.randomUUID())
  const [reason, setReason] = useState('')
  const needsTwo = refundNeedsTwo(refundableYen)
  return (
    <ActionPanel
      title="返金する"
      about="未使用の有料ポイントの分を返金します。この注文の無料ポイントも取り消します。"
    >
      <Field label="理由">
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <ConfirmButton
        action={request}
        input={{ refundId, orderId, reason }}
        label={needsTwo ? '返金を申請する' : '返金する'}
        title={`${count(refundableYen)}円を返金しますか？`}
        variant="ink"
      >
        <p>
          {needsTwo
            ? 'この金額は、別の担当者が承認すると返金されます。'
            : 'ポイントはすぐに取り消され、まもなく返金されます。'}
        </p>
      </ConfirmButton>
    </ActionPanel>
  )
}

/** What came in by bank becomes as many paid points as yen. */
export const BookTransfer = ({ orderId, priceYen }: { orderId: string; priceYen: number }) => {
  const book = useOperatorAction(operatorOrdersEndpoints.operatorBookTransfer)
  const [amount, setAmount] = useState(String(priceYen))
  const [reference, setReference] = useState('')
  const amountYen = numberIn(amount)
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
        <p>有料ポイント{count(amountYen)}ptをすぐに届けます。取り消しはできません。</p>
      </ConfirmButton>
    </ActionPanel>
  )
}

/** The dispute is lost: its buyer may buy again, and pays what he owes first. */
export const SettleDispute = ({ orderId }: { orderId: string }) => {
  const settle = useOperatorAction(operatorOrdersEndpoints.operatorSettleDispute)
  return (
    <ActionPanel
      title="チャージバックを確定する"
      about="この支払いは戻りません。配信者の報酬から取り消し、会員はまた購入できるようになります。不足の分は、次の購入から精算します。"
    >
      <ConfirmButton
        action={settle}
        input={{ orderId }}
        label="確定する"
        title="チャージバックを確定しますか？"
        variant="ink"
      />
    </ActionPanel>
  )
}
