import { BellRing, Route, ShieldCheck } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { defaultRates } from '../../contract/calls.ts'
import { incrementMs, incrementsPerMinute } from '../../contract/points.ts'
import { paths } from '../shell/paths.ts'
import { usePoints } from '../shell/use-points.ts'
import { count, duration } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { registrationGiftPoints, secondsFor } from './gift.ts'
import styles from './tutorial-modal.module.css'

interface Step {
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

const Connected = () => (
  <div className={styles.lantern}>
    <i className={styles.cap} />
    <span>
      <img src="/art/people/p01.svg" alt="" />
    </span>
    <i className={classes(styles.cap, styles.low)} />
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
  { icon: ShieldCheck, text: 'おたがいの連絡先やIPアドレスは伝わりません' },
  { icon: BellRing, text: '残り60秒でお知らせ。0ptになると自動で終わります' },
  { icon: Route, text: '電波が切れて待つあいだ、料金は止まります' },
]

const Safe = () => (
  <ul className={styles.promises}>
    {promises.map(({ icon, text }) => (
      <li key={text}>
        <span>
          <Icon of={icon} size="s" />
        </span>
        {text}
      </li>
    ))}
  </ul>
)

/** A fresh account holds exactly its gift; without a balance to speak of, the gift is only told of. */
const Gift = () => {
  const points = usePoints()
  const spoken = points || registrationGiftPoints
  const talk = duration(secondsFor(spoken, defaultRates.video))
  return (
    <span className={styles.gift}>
      {points ? `はじめの${count(points)}ptで、` : `新しく登録した方に${count(spoken)}ptをプレゼント。`}
      ビデオなら{talk}話せます。
    </span>
  )
}

const steps: readonly Step[] = [
  {
    title: '気になる人をさがす',
    picture: <Found />,
    text: '待機中の人には、すぐにかけられます。料金は、いつもボタンに書いてあります。',
  },
  {
    title: 'ビデオか音声でつながる',
    picture: <Connected />,
    text: (
      <>
        相手が出るまで料金はかかりません。顔を出さずに、声だけでも話せます。カメラとマイクは、
        <Link to={paths.videoTest(paths.home())}>通話テスト</Link>で先に確かめられます。
      </>
    ),
  },
  {
    title: '料金は6秒ごと',
    picture: <Metered />,
    text: (
      <>
        使ったポイントと残り時間は、通話中ずっと見えます。
        <Gift />
      </>
    ),
  },
  {
    title: '安心して話すために',
    picture: <Safe />,
    text: (
      <>
        切りたいときは、いつでも赤いボタンで終われます。
        <Link to={paths.security()}>パスキー</Link>を追加しておくと、ログアウトしてもすぐに戻れます。
      </>
    ),
  },
]

/** product.md 2: `/?showTutoModal=true` opens it; closing cleans the address. */
export const TutorialModal = () => {
  const navigate = useNavigate()
  const [current, setCurrent] = useState(0)
  const track = useRef<HTMLOListElement>(null)
  const isLast = current === steps.length - 1

  const close = () => void navigate(paths.home(), { replace: true, preventScrollReset: true })
  const show = (index: number) => {
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const list = track.current
    list?.scrollTo({ left: index * list.clientWidth, behavior: smooth ? 'smooth' : 'instant' })
  }

  return (
    <Modal open title="今宵のつかいかた" titleHidden closeOnDark onClose={close}>
      <ol
        ref={track}
        className={styles.track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget
          setCurrent(Math.round(scrollLeft / clientWidth))
        }}
      >
        {steps.map(({ title, picture, text }, index) => (
          <li key={title} inert={index !== current}>
            <div className={classes(styles.picture, 'night')}>{picture}</div>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.dots}>
        {steps.map(({ title }, index) => (
          <i key={title} className={classes(index === current && styles.on)} />
        ))}
        <span className="vh" aria-live="polite">
          {steps.length}枚中{current + 1}枚目 {steps[current]?.title}
        </span>
      </p>
      <Button variant="primary" size="l" block onClick={() => (isLast ? close() : show(current + 1))}>
        {isLast ? 'はじめる' : '次へ'}
      </Button>
    </Modal>
  )
}
