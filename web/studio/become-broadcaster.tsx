import { useApplication } from '#web/applications/queries.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './become-broadcaster.module.css'

/** The button's label by the application's state. */
const ways = {
  none: { text: '好きな時間に、通話やトークでお話しして、報酬を受け取れます。', label: 'くわしく見る' },
  draft: { text: '申し込みの入力が途中です。3日を過ぎると、はじめからになります。', label: '続きを入力する' },
  submitted: { text: '申し込みを審査しています。結果はお知らせでお伝えします。', label: '申し込みを見る' },
  needsMore: { text: '担当者から、お願いがあります。', label: '内容を確認する' },
  refused: { text: '審査の結果が出ています。', label: '結果を見る' },
  approved: { text: '審査が終わりました。', label: '結果を見る' },
} as const

/** A caller's ベース: how to become a broadcaster. */
export const BecomeBroadcaster = () => {
  const { data } = useApplication()
  const { text, label } = ways[data?.application.state ?? 'none']
  return (
    <Panel>
      <div className={styles.card}>
        <img src="/art/present-lantern.svg" alt="" width={112} height={112} />
        <div className={styles.words}>
          <h2>配信者になる</h2>
          <p>{text}</p>
          <ul>
            <li>申し込みは5分ほど。本人確認書類だけで始められます</li>
            <li>顔出しは自由。音声だけでも大丈夫です</li>
            <li>いまのアカウントとポイントは、そのまま使えます</li>
          </ul>
          <ButtonLink to={paths.application()} variant="primary" size="l">
            {label}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  )
}
