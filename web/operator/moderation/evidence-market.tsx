import { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { type Report, reportImagePath } from '#contract/moderation/moderation.ts'
import { count } from '#web/text/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { EvidenceHead } from './evidence-head.tsx'
import evidence from './evidence-messages.module.css'
import { RemovalForm } from './removal-form.tsx'

type ReportedMarket = NonNullable<Report['market']>

const stateTexts = {
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
              <EvidenceHead by={seller} at={listedAt} mark={question ? null : '通報された商品'} />
              <p className={evidence.text}>{`${title}（${count(points)}pt）\n${description}`}</p>
              {images.map(({ imageId }, index) => (
                <img
                  key={imageId}
                  className={evidence.image}
                  src={`${reportImagePath}/${reportId}/${imageId}`}
                  alt={`商品の写真 ${index + 1}`}
                />
              ))}
              <p className={evidence.aside}>{`現在：${now ? stateTexts[now] : '削除ずみ'}`}</p>
            </li>
            {question ? (
              <li data-side="reported" data-reported>
                <EvidenceHead by={question.author} at={question.askedAt} mark="通報された質問" />
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

const ItemRemoval = ({ itemId }: { itemId: string }) => (
  <RemovalForm
    action={useOperatorAction(operatorMarketEndpoints.operatorRemoveMarketItem)}
    input={(reason) => ({ itemId, reason })}
    title="出品を停止する"
    question="出品を停止しますか？"
    about="商品はフリマから消えます。発送前の取引はキャンセルされ、購入者にポイントが戻ります。発送後の商品は停止できません（取引の異議で扱います）。"
    hint="出品者に伝えます"
  >
    <p>出品者のお知らせに、理由が届きます。</p>
  </RemovalForm>
)

const QuestionRemoval = ({ questionId }: { questionId: string }) => (
  <RemovalForm
    action={useOperatorAction(operatorMarketEndpoints.operatorRemoveMarketQuestion)}
    input={(reason) => ({ questionId, reason })}
    title="質問を削除する"
    question="質問を削除しますか？"
    about="質問と返事が消えます。元には戻せません。理由は操作の記録に残ります。"
  >
    <p>書いた人には知らされません。</p>
  </RemovalForm>
)
