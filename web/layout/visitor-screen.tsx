import { Gift, type LucideIcon } from 'lucide-react'
import { defaultRates } from '#contract/calls/calls.ts'
import { registrationBonusPoints } from '#contract/points/points.ts'
import { secondsFor } from '#domain/points/talk-time.ts'
import { openLogin, openRegistration } from '#web/session/account-dialog-state.ts'
import { duration } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './visitor-screen.module.css'

export interface TabPromise {
  icon: LucideIcon
  title: string
  text: string
}

/** A member's tab as a visitor sees it: what it will hold, and the two ways in. */
export const VisitorScreen = ({
  title,
  lead,
  promises,
}: {
  title: string
  lead: string
  promises: readonly TabPromise[]
}) => (
  <div className={styles.screen}>
    <h1>{title}</h1>
    <p className={styles.lead}>{lead}</p>
    <ul className={styles.promises}>
      {promises.map((promise) => (
        <li key={promise.title}>
          <span>
            <Icon of={promise.icon} />
          </span>
          <p>
            <b>{promise.title}</b>
            {promise.text}
          </p>
        </li>
      ))}
    </ul>
    <p className={styles.gift}>
      <Icon of={Gift} size="s" />
      <span>
        <span className="nowrap">
          登録で<b className="num">{registrationBonusPoints}pt</b>プレゼント
        </span>
        <span className="nowrap">
          （ビデオなら{duration(secondsFor(registrationBonusPoints, defaultRates.video))}ぶん）
        </span>
      </span>
    </p>
    <div className={styles.ways}>
      <Button variant="primary" size="l" block onClick={openRegistration}>
        無料ではじめる
      </Button>
      <Button variant="quiet" size="l" block onClick={openLogin}>
        ログイン
      </Button>
    </div>
  </div>
)
