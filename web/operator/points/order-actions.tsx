import { useState } from 'react'
import { operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { refundNeedsTwo } from '#domain/points/purchase/order.ts'
import { count } from '#web/text/format.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction } from '../parts/operator-queries.ts'

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

/** The dispute is lost: its buyer may buy again, and pays the debt first. */
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
