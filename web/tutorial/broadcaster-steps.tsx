import { Ban, EyeOff, HandCoins, Phone, ShieldCheck, Video } from 'lucide-react'
import { incrementMs } from '#contract/points/points.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import type { Step } from './caller-steps.tsx'
import { Lines } from './lines.tsx'
import styles from './tutorial-steps.module.css'

const Waiting = () => (
  <div className={styles.waiting}>
    <div className={styles.lantern}>
      <i className={styles.cap} />
      <span>
        <img src="/art/people/p05.svg" alt="" />
      </span>
    </div>
    <StateBadge state="standby" />
  </div>
)

/** How a broadcaster waits for calls, earns and stays safe. */
export const broadcasterSteps: readonly Step[] = [
  {
    title: '待機をオンにする',
    picture: <Waiting />,
    text: (
      <>
        <Link to={paths.base()}>ベース</Link>
        で待機をオンにすると、すぐ話せる人として表示されます。プッシュ待機なら、画面を閉じても着信が届きます。
      </>
    ),
  },
  {
    title: '着信に出る',
    picture: (
      <Lines
        of={[
          { icon: Phone, text: '30秒以内に「応答」を押すと、つながります' },
          { icon: Video, text: '顔を出したくないときは、カメラをオフにして受けられます' },
        ]}
      />
    ),
    text: '受けられないときは、断っても出なくても大丈夫です。トークからあとで連絡できます。',
  },
  {
    title: '報酬がたまる',
    picture: (
      <Lines
        of={[
          {
            icon: HandCoins,
            text: `お相手が使ったポイントに応じて、${incrementMs / 1000}秒ごとに報酬になります`,
          },
        ]}
      />
    ),
    text: (
      <>
        料金は自分で決められます。支払いの申請は、<Link to={paths.earnings()}>報酬の明細</Link>
        からどうぞ。
      </>
    ),
  },
  {
    title: '安心して話すために',
    picture: (
      <Lines
        of={[
          { icon: EyeOff, text: '連絡先やIPアドレスは、お相手に伝わりません' },
          { icon: Ban, text: 'いやな人は、ブロックと通報がいつでもできます' },
          { icon: ShieldCheck, text: '年齢は、表示しない設定にもできます' },
        ]}
      />
    ),
    text: '困ったことがあれば、通話中でもすぐに切ってかまいません。',
  },
]
