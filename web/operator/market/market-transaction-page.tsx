import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { marketImagePath, operatorMarketEndpoints } from '#contract/market/operator.ts'
import { momentTexts, phaseTexts, typedNumber } from '#web/market/texts.ts'
import { useParams } from '#web/router/router.ts'
import { dayTime, points } from '#web/text/format.ts'
import { Field, Input, Textarea } from '#web/ui/form/field.tsx'
import { FactList, Panel, Rows } from '#web/ui/panel.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import styles from './market-transaction-page.module.css'

type Detail = OutputOf<typeof operatorMarketEndpoints.operatorMarketTransaction>['transaction']

const authors = { buyer: '購入者', seller: '出品者', operator: '運営' } as const

/** One transaction: what happened, what both sides say, and the decision. */
export const OperatorMarketTransactionPage = () => {
  const { transactionId = '' } = useParams()
  const query = useOperatorQuery(operatorMarketEndpoints.operatorMarketTransaction, { transactionId })
  return (
    <QueryStates query={query}>
      {({ transaction }) => (
        <>
          <PageHead title={transaction.title} about={transaction.description} />
          <About transaction={transaction} />
          <Entries transaction={transaction} />
          {transaction.phase === 'disputed' || transaction.phase === 'returning' ? (
            transaction.decision && !transaction.decision.isOwn ? (
              <Approval transaction={transaction} />
            ) : (
              <Decision transaction={transaction} />
            )
          ) : null}
        </>
      )}
    </QueryStates>
  )
}

const About = ({ transaction }: { transaction: Detail }) => (
  <Panel>
    <FactList
      items={[
        { label: '状態', value: phaseTexts[transaction.phase] },
        { label: '価格', value: points(transaction.points) },
        { label: '購入者', value: transaction.buyerId },
        { label: '出品者', value: transaction.sellerId },
        ...(transaction.sellerPoints === null
          ? []
          : [{ label: '出品者へ（手数料込み）', value: points(transaction.sellerPoints) }]),
        ...transaction.steps.map(({ moment, at }) => ({
          label: momentTexts[moment] ?? moment,
          value: dayTime(at, Date.now()),
        })),
      ]}
    />
  </Panel>
)

const Entries = ({ transaction: { transactionId, entries } }: { transaction: Detail }) =>
  entries.length === 0 ? null : (
    <Panel title="双方の説明">
      <Rows>
        {entries.map(({ author, text, imageIds, at }) => (
          <li key={`${author} ${at}`} className={styles.entry}>
            <small>
              {authors[author]}・{dayTime(at, Date.now())}
            </small>
            <p>{text}</p>
            {imageIds.map((imageId, index) => (
              <img
                key={imageId}
                src={`${marketImagePath}/${transactionId}/${imageId}`}
                alt={`証拠の写真 ${index + 1}`}
                loading="lazy"
              />
            ))}
          </li>
        ))}
      </Rows>
    </Panel>
  )

const Decision = ({ transaction }: { transaction: Detail }) => {
  const { transactionId, needsTwo, decision } = transaction
  const decide = useOperatorAction(operatorMarketEndpoints.operatorDecideMarketDispute)
  const [written, setWritten] = useState(String(decision?.sellerPoints ?? 0))
  const [reason, setReason] = useState(decision?.reason ?? '')
  const sellerPoints = typedNumber(written)
  return (
    <ActionPanel
      title="決定"
      about={
        decision
          ? `${points(decision.sellerPoints)}を出品者に渡す決定が、別の担当者の承認を待っています。変えると、前の決定は取り消されます。`
          : needsTwo
            ? '価格が高いため、別の担当者が承認してからポイントが動きます。'
            : '0なら全額を購入者に戻し、価格と同じなら全額を出品者に渡します。'
      }
    >
      <Field label="出品者に渡すポイント" note="pt">
        <Input inputMode="numeric" value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
      <Field label="理由" hint="操作の記録に残ります。">
        <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {reason.trim() === '' || sellerPoints > transaction.points ? null : (
        <ConfirmButton
          action={decide}
          input={{ transactionId, sellerPoints, reason: reason.trim() }}
          label="決定する"
          title="この内容で決定しますか？"
          variant="ink"
        >
          <p>
            出品者に{points(sellerPoints)}（手数料込み）、購入者に{points(transaction.points - sellerPoints)}
            を渡します。
          </p>
        </ConfirmButton>
      )}
    </ActionPanel>
  )
}

const Approval = ({ transaction }: { transaction: Detail }) => {
  const { transactionId, decision } = transaction
  const approve = useOperatorAction(operatorMarketEndpoints.operatorApproveMarketDispute)
  if (!decision) return null
  return (
    <ActionPanel title="承認待ちの決定" about={`${decision.decidedBy}の決定：${decision.reason}`}>
      <ConfirmButton
        action={approve}
        input={{ transactionId, sellerPoints: decision.sellerPoints }}
        label="承認する"
        title="この決定を承認しますか？"
        variant="ink"
      >
        <p>
          出品者に{points(decision.sellerPoints)}（手数料込み）、購入者に
          {points(transaction.points - decision.sellerPoints)}を渡します。
        </p>
      </ConfirmButton>
    </ActionPanel>
  )
}
