import { useId, useState } from 'react'
import { payableAfterDays } from '#domain/points/earnings.ts'
import { payoutPointsMin } from '#domain/points/payout.ts'
import { earningExample } from '#web/applications/earning-example.ts'
import { useApplication } from '#web/applications/queries.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './become-broadcaster.module.css'

/** The button's label by the application's state. */
const ways = {
  none: { text: '好きな時間に、通話やトークでお話しして、報酬を受け取れます。', label: '申し込む' },
  draft: { text: '申し込みの入力が途中です。3日を過ぎると、はじめからになります。', label: '続きを入力する' },
  submitted: { text: '申し込みを審査しています。結果はお知らせでお伝えします。', label: '申し込みを見る' },
  needsMore: { text: '担当者から、お願いがあります。', label: '内容を確認する' },
  refused: { text: '審査の結果が出ています。', label: '結果を見る' },
  approved: { text: '審査が終わりました。', label: '結果を見る' },
} as const

/** A caller's ベース: what a broadcaster earns, how it works, and the way to the application. */
export const BecomeBroadcaster = () => {
  const { data } = useApplication()
  const [isExplained, setIsExplained] = useState(false)
  const explanation = useId()
  const { text, label } = ways[data?.application.state ?? 'none']
  return (
    <div className={styles.stack}>
      <Panel>
        <div className={styles.card}>
          <img src="/art/present-lantern.svg" alt="" width={112} height={112} />
          <div className={styles.words}>
            <h2>配信者になる</h2>
            <p>{text}</p>
            <p className={styles.example}>{earningExample}</p>
            <ul>
              <li>申し込みは5分ほど。本人確認書類だけで始められます</li>
              <li>顔出しは自由。音声だけでも大丈夫です</li>
              <li>いまのアカウントとポイントは、そのまま使えます</li>
            </ul>
            <div className={styles.ways}>
              <ButtonLink to={paths.application()} variant="primary" size="l">
                {label}
              </ButtonLink>
              <Button
                size="l"
                aria-expanded={isExplained}
                aria-controls={explanation}
                onClick={() => setIsExplained(!isExplained)}
              >
                {isExplained ? '説明を閉じる' : 'くわしく見る'}
              </Button>
            </div>
          </div>
        </div>
      </Panel>
      <div id={explanation} hidden={!isExplained} className={styles.stack}>
        {explanations.map(({ title, texts }) => (
          <Panel key={title} title={title}>
            {texts.map((each) => (
              <p key={each} className={styles.explanation}>
                {each}
              </p>
            ))}
          </Panel>
        ))}
      </div>
    </div>
  )
}

const explanations = [
  {
    title: '報酬のしくみ',
    texts: [
      earningExample,
      `料金は決められた範囲で自分で選べます。1ptは1円で、${points(payoutPointsMin)}から振込を申請できます。`,
      `報酬は獲得から${payableAfterDays}日後に申請できるようになります。お相手が無料ポイントで話した分は、そのお相手がポイントを購入してから${payableAfterDays}日後です。`,
    ],
  },
  {
    title: '通話と待機',
    texts: [
      '待機をオンにしているあいだだけ、通話を受けられます。出られないときは、応答しなくてもかまいません。',
      '通話料金は、どちらからかけてもお相手のご負担です。',
      '困ったお相手は、通話の画面からいつでもブロックと通報ができます。',
    ],
  },
  {
    title: '申し込みから始めるまで',
    texts: [
      '本人確認書類を撮影して、お名前と生年月日を入力します。18歳以上の方なら申し込めます。',
      '担当者が審査し、結果をお知らせでお伝えします。承認されると、すぐに待機を始められます。',
      '本名や書類がほかの方に見えることはありません。',
    ],
  },
]
