import { useState } from 'react'
import { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { type Report, removalReasonMax, reportImagePath } from '#contract/moderation/moderation.ts'
import { count } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import evidence from './evidence-messages.module.css'

type ReportedMarket = NonNullable<Report['market']>

const standingText = {
  draft: '下書き',
  onSale: '販売中',
  sold: '売り切れ',
  withdrawn: '出品者が停止',
  removed: '運営が停止',
} as const satisfies Record<NonNullable<ReportedMarket['now']>, string>

/** A reported item or question as it was, its present state, and the button that removes it. */
export const EvidenceMarket = ({ reportId, market }: { reportId: number; market: ReportedMarket }) => {
  const { seller, title, description, points, images, listedAt, question, now, isQuestionThere } = market
  return (
    <>
      <section className={styles.section}>
        <Panel title={`通報した時点の${question ? '質問' : '商品'}`}>
          <ol className={evidence.messages}>
            <li data-side={question ? undefined : 'reported'} data-reported={question ? undefined : true}>
              <Head by={seller} at={listedAt} mark={question ? null : '通報された商品'} />
              <p className={evidence.text}>{`${title}（${count(points)}pt）\n${description}`}</p>
              {images.map(({ imageId }, index) => (
                <img
                  key={imageId}
                  className={evidence.image}
                  src={`${reportImagePath}/${reportId}/${imageId}`}
                  alt={`商品の写真 ${index + 1}`}
                />
              ))}
              <p className={evidence.aside}>{`現在：${now ? standingText[now] : '削除ずみ'}`}</p>
            </li>
            {question ? (
              <li data-side="reported" data-reported>
                <Head by={question.author} at={question.askedAt} mark="通報された質問" />
                <p className={evidence.text}>{question.text}</p>
                <p className={evidence.aside}>{`現在：${isQuestionThere ? '表示中' : '削除ずみ'}`}</p>
              </li>
            ) : null}
          </ol>
        </Panel>
      </section>
      {question && isQuestionThere ? <QuestionRemoval questionId={question.questionId} /> : null}
      {!question && (now === 'onSale' || now === 'withdrawn' || now === 'sold') ? (
        <ItemRemoval itemId={market.itemId} />
      ) : null}
    </>
  )
}

const Head = ({ by, at, mark }: { by: ReportedMarket['seller']; at: string; mark: string | null }) => (
  <p className={evidence.head}>
    <b>{by.name}</b>
    <span className="num">{by.id}</span>
    <DateText at={at} />
    {mark ? <em>{mark}</em> : null}
  </p>
)

const ItemRemoval = ({ itemId }: { itemId: string }) => {
  const remove = useOperatorAction(operatorMarketEndpoints.operatorRemoveMarketItem)
  const [reason, setReason] = useState('')
  return (
    <ActionPanel
      title="出品を停止する"
      about="商品はフリマから消えます。発送前の取引はキャンセルされ、購入者にポイントが戻ります。発送後の商品は停止できません（取引の異議で扱います）。"
    >
      <ReasonField hint="出品者に伝えます" value={reason} onChange={setReason} />
      <ConfirmButton
        action={remove}
        input={{ itemId, reason: reason.trim() }}
        label="出品を停止する"
        title="出品を停止しますか？"
        variant="ink"
        disabled={reason.trim() === ''}
      >
        <p>出品者のお知らせに、理由が届きます。</p>
      </ConfirmButton>
    </ActionPanel>
  )
}

const QuestionRemoval = ({ questionId }: { questionId: string }) => {
  const remove = useOperatorAction(operatorMarketEndpoints.operatorRemoveMarketQuestion)
  const [reason, setReason] = useState('')
  return (
    <ActionPanel
      title="質問を削除する"
      about="質問と返事が消えます。元には戻せません。理由は操作の記録に残ります。"
    >
      <ReasonField hint="運営だけが見られます" value={reason} onChange={setReason} />
      <ConfirmButton
        action={remove}
        input={{ questionId, reason: reason.trim() }}
        label="質問を削除する"
        title="質問を削除しますか？"
        variant="ink"
        disabled={reason.trim() === ''}
      >
        <p>書いた人には知らされません。</p>
      </ConfirmButton>
    </ActionPanel>
  )
}

const ReasonField = ({
  hint,
  value,
  onChange,
}: {
  hint: string
  value: string
  onChange: (reason: string) => void
}) => (
  <Field label="理由" hint={hint}>
    <Input value={value} maxLength={removalReasonMax} onChange={(event) => onChange(event.target.value)} />
  </Field>
)
