import { BellRing, Route, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { defaultRates } from '#contract/calls/calls.ts'
import { incrementMs, incrementsPerMinute, registrationBonusPoints } from '#contract/points/points.ts'
import { secondsFor } from '#domain/points/talk-time.ts'
import { Link } from '#web/router/router.ts'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, duration } from '#web/text/format.ts'
import { classes } from '#web/ui/classes.ts'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { Lines } from './lines.tsx'
import styles from './tutorial-steps.module.css'

export interface Step {
  title: string
  picture: ReactNode
  text: ReactNode
}

const videoIncrementPoints = defaultRates.video / incrementsPerMinute
const shownIncrements = 7

const Found = () => (
  <div className={styles.cards}>
    <figure>
      <img src="/art/people/p05.svg" alt="" />
    </figure>
    <figure className={styles.middle}>
      <img src="/art/people/p01.svg" alt="" />
      <StateBadge state="standby" className={styles.state} />
    </figure>
    <figure>
      <img src="/art/people/p07.svg" alt="" />
    </figure>
  </div>
)

const Metered = () => (
  <div className={styles.meter}>
    <p className="num">00:{(shownIncrements * incrementMs) / 1000}</p>
    <p>
      <small>使用</small>
      <b className="num">{shownIncrements * videoIncrementPoints}</b>pt
    </p>
    <div>
      {Array.from({ length: incrementsPerMinute }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ten fixed ticks
        <i key={index} className={classes(index < shownIncrements && styles.on)} />
      ))}
    </div>
  </div>
)

const promises = [
  { icon: ShieldCheck, text: 'お互いの連絡先やIPアドレスは伝わりません' },
  { icon: BellRing, text: '残り60秒でお知らせ。0ptになると自動で終わります' },
  { icon: Route, text: '電波が切れて待つあいだ、料金は止まります' },
]

/** A new account holds exactly its registration bonus; while the balance is unknown, the bonus is shown instead. */
const Bonus = () => {
  const points = usePoints()
  const spoken = points || registrationBonusPoints
  const talk = duration(secondsFor(spoken, defaultRates.video))
  return (
    <span className={styles.gift}>
      {points
        ? `${points === registrationBonusPoints ? 'はじめの' : 'いまの'}${count(points)}ptで、`
        : `新しく登録した方に${count(spoken)}ptをプレゼント。`}
      ビデオなら{talk}話せます。
    </span>
  )
}

/** How a caller finds a broadcaster, what a call costs, and what is safe: three slides, so that nobody waits long. */
export const callerSteps: readonly Step[] = [
  {
    title: 'さがして、すぐ話せる',
    picture: <Found />,
    text: (
      <>
        待機中の人には、ビデオか音声ですぐにかけられます。お相手が出るまで料金はかかりません。カメラをオフにすれば、声だけでも話せます。
        <Link to={paths.videoTest(paths.home())}>通話テスト</Link>でカメラとマイクを確かめられます。
      </>
    ),
  },
  {
    title: '料金は6秒ごと',
    picture: <Metered />,
    text: (
      <>
        料金はいつもボタンに、使ったポイントと残り時間は通話中ずっと見えます。
        <Bonus />
      </>
    ),
  },
  {
    title: '安心して話すために',
    picture: <Lines of={promises} />,
    text: (
      <>
        切りたいときは、いつでも赤いボタンで終われます。
        <Link to={paths.security()}>パスキー</Link>を追加しておくと、ログアウトしてもすぐに戻れます。
      </>
    ),
  },
]
